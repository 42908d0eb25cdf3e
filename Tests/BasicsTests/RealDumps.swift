/// Dumps as the programs wrote them, of the same table: PostgreSQL 15.18 and MariaDB 10.11.19.
enum RealDumps {
  static let copied = ###"""
    --
    -- PostgreSQL database dump
    --

    \restrict ojO7Uoe9ciH7sTXi

    -- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
    -- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

    SET statement_timeout = 0;
    SET lock_timeout = 0;
    SET idle_in_transaction_session_timeout = 0;
    SET client_encoding = 'UTF8';
    SET standard_conforming_strings = on;
    SELECT pg_catalog.set_config('search_path', '', false);
    SET check_function_bodies = false;
    SET xmloption = content;
    SET client_min_messages = warning;
    SET row_security = off;

    SET default_tablespace = '';

    SET default_table_access_method = heap;

    --
    -- Name: Purchases; Type: TABLE; Schema: public; Owner: nobody
    --

    CREATE TABLE public."Purchases" (
        id integer,
        player_id text,
        note text,
        receipt bytea,
        "order" jsonb
    );


    ALTER TABLE public."Purchases" OWNER TO nobody;

    --
    -- Data for Name: Purchases; Type: TABLE DATA; Schema: public; Owner: nobody
    --

    COPY public."Purchases" (id, player_id, note, receipt, "order") FROM stdin;
    1	ada	it's "q"; -- and\nmore\\ back\ttab (x),(y)	\\x30820a5c0927	\N
    2	\N		\N	{"x": "a\\"b\\\\\\\\c", "orderId": "GPA.1"}
    3	Łódź	\\.	\\x	\N
    \.


    --
    -- PostgreSQL database dump complete
    --

    \unrestrict ojO7Uoe9ciH7sTXi

    """###

  /// With `--inserts`.
  static let inserted = ###"""
    INSERT INTO public."Purchases" VALUES (1, 'ada', 'it''s "q"; -- and
    more\ back	tab (x),(y)', '\x30820a5c0927', NULL);
    INSERT INTO public."Purchases" VALUES (2, NULL, '', NULL, '{"x": "a\"b\\\\c", "orderId": "GPA.1"}');
    INSERT INTO public."Purchases" VALUES (3, 'Łódź', '\.', '\x', NULL);

    """###

  /// With `--hex-blob`.
  static let mariaDB = ###"""
    /*M!999999\- enable the sandbox mode */ 
    -- MariaDB dump 10.19  Distrib 10.11.19-MariaDB, for debian-linux-gnu (x86_64)
    --
    -- Host: localhost    Database: small
    -- ------------------------------------------------------
    -- Server version	10.11.19-MariaDB-0+deb12u1

    /*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
    /*!40101 SET @OLD_CHARACTER_SET_RESULTS=@@CHARACTER_SET_RESULTS */;
    /*!40101 SET @OLD_COLLATION_CONNECTION=@@COLLATION_CONNECTION */;
    /*!40101 SET NAMES utf8mb4 */;
    /*!40103 SET @OLD_TIME_ZONE=@@TIME_ZONE */;
    /*!40103 SET TIME_ZONE='+00:00' */;
    /*!40014 SET @OLD_UNIQUE_CHECKS=@@UNIQUE_CHECKS, UNIQUE_CHECKS=0 */;
    /*!40014 SET @OLD_FOREIGN_KEY_CHECKS=@@FOREIGN_KEY_CHECKS, FOREIGN_KEY_CHECKS=0 */;
    /*!40101 SET @OLD_SQL_MODE=@@SQL_MODE, SQL_MODE='NO_AUTO_VALUE_ON_ZERO' */;
    /*!40111 SET @OLD_SQL_NOTES=@@SQL_NOTES, SQL_NOTES=0 */;

    --
    -- Table structure for table `Purchases`
    --

    DROP TABLE IF EXISTS `Purchases`;
    /*!40101 SET @saved_cs_client     = @@character_set_client */;
    /*!40101 SET character_set_client = utf8mb4 */;
    CREATE TABLE `Purchases` (
      `id` int(11) DEFAULT NULL,
      `player_id` varchar(20) DEFAULT NULL,
      `note` text DEFAULT NULL,
      `receipt` blob DEFAULT NULL,
      `order` longtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL CHECK (json_valid(`order`))
    ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
    /*!40101 SET character_set_client = @saved_cs_client */;

    --
    -- Dumping data for table `Purchases`
    --

    LOCK TABLES `Purchases` WRITE;
    /*!40000 ALTER TABLE `Purchases` DISABLE KEYS */;
    INSERT INTO `Purchases` VALUES
    (1,'ada','it\'s \"q\"; -- and\nmore\\ back	tab (x),(y)',0x30820A5C0927,NULL),
    (2,NULL,'',NULL,'{\"orderId\":\"GPA.1\",\"x\":\"a\\\"b\"}'),
    (3,'Łódź','\\.','',NULL);
    /*!40000 ALTER TABLE `Purchases` ENABLE KEYS */;
    UNLOCK TABLES;
    /*!40103 SET TIME_ZONE=@OLD_TIME_ZONE */;

    /*!40101 SET SQL_MODE=@OLD_SQL_MODE */;
    /*!40014 SET FOREIGN_KEY_CHECKS=@OLD_FOREIGN_KEY_CHECKS */;
    /*!40014 SET UNIQUE_CHECKS=@OLD_UNIQUE_CHECKS */;
    /*!40101 SET CHARACTER_SET_CLIENT=@OLD_CHARACTER_SET_CLIENT */;
    /*!40101 SET CHARACTER_SET_RESULTS=@OLD_CHARACTER_SET_RESULTS */;
    /*!40101 SET COLLATION_CONNECTION=@OLD_COLLATION_CONNECTION */;
    /*!40111 SET SQL_NOTES=@OLD_SQL_NOTES */;

    -- Dump completed on 2026-11-27  7:11:05

    """###
}
