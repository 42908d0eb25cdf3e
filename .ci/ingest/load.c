/* Posts the lines of a file over HTTP, each until it is acknowledged, and says what became of them.
   usage: load PORT PATH FILE FIRST COUNT CONNECTIONS RATE SECONDS [ACKNOWLEDGED]
   RATE 0: each connection sends as soon as it has its answer. Else so many a second are due, whether
   or not there is a connection for them; an acknowledgement that is late counts from when it was
   due. A line that was refused comes again after all others. Numbers of the
   lines that were answered 200 are written to ACKNOWLEDGED, one a line, as they come.
   Prints one line of JSON. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { ANSWER = 16384, CLASSES = 3 };
typedef struct {
  int fd, busy, head, used;
  long line;
  size_t sent;
  double due, begun;
  char top[256], in[ANSWER];
} Connection;
typedef struct { float *at; long count, room; } Times;

static char *text, *path, *taken;
static size_t *starts;
static long first, last, lines, next, sent, open_lines, retry, broken;
static int poller, port;
static Connection *all;
static FILE *acknowledged;
static Times times[CLASSES]; /* 200, 503, others */
static double latest;        /* when the last 200 came */

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

static void note(Times *times, double seconds) {
  if (times->count == times->room) {
    times->room = times->room ? times->room * 2 : 4096;
    times->at = realloc(times->at, times->room * sizeof *times->at);
  }
  times->at[times->count++] = seconds;
}

static int ascending(const void *a, const void *b) {
  float x = *(const float *)a, y = *(const float *)b;
  return x < y ? -1 : x > y;
}

static double at(Times *times, double share) {
  return times->count ? times->at[(long)((times->count - 1) * share)] * 1000 : 0;
}

static int dial(Connection *c) {
  struct sockaddr_in peer = {.sin_family = AF_INET, .sin_port = htons(port)};
  peer.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  c->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  int one = 1;
  setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  if (connect(c->fd, (void *)&peer, sizeof peer)) {
    close(c->fd);
    c->fd = -1;
    return 0;
  }
  fcntl(c->fd, F_SETFL, O_NONBLOCK);
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = c};
  epoll_ctl(poller, EPOLL_CTL_ADD, c->fd, &event);
  c->busy = c->used = 0;
  return 1;
}

static void watch(Connection *c, int writes) {
  struct epoll_event event = {.events = EPOLLIN | (writes ? EPOLLOUT : 0), .data.ptr = c};
  epoll_ctl(poller, EPOLL_CTL_MOD, c->fd, &event);
}

static void give_back(Connection *c) {
  taken[c->line] = 0;
  open_lines++;
}

static void drop(Connection *c) {
  if (c->busy) { broken++; give_back(c); }
  close(c->fd);
  c->fd = -1;
  c->busy = 0;
  dial(c);
}

static void push(Connection *c) {
  size_t length = starts[c->line + 1] - starts[c->line] - 1, whole = c->head + length;
  while (c->sent < whole) {
    struct iovec parts[2];
    int count = 0;
    if (c->sent < (size_t)c->head)
      parts[count++] = (struct iovec){c->top + c->sent, c->head - c->sent};
    size_t body = c->sent > (size_t)c->head ? c->sent - c->head : 0;
    parts[count++] = (struct iovec){text + starts[c->line] + body, length - body};
    ssize_t n = writev(c->fd, parts, count);
    if (n < 0 && errno == EAGAIN) return watch(c, 1);
    if (n <= 0) return drop(c);
    c->sent += n;
  }
}

static void begin(Connection *c, double due) {
  while (taken[next]) next = next + 1 < last ? next + 1 : first;
  c->line = next;
  taken[next] = 1;
  open_lines--;
  sent++;
  c->busy = 1;
  c->used = 0;
  c->sent = 0;
  c->due = due;
  c->begun = now();
  c->head = snprintf(c->top, sizeof c->top,
                     "POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                     "Content-Length: %zu\r\n\r\n",
                     path, starts[c->line + 1] - starts[c->line] - 1);
  push(c);
}

/* Whether an answer is there; takes it. */
static int take(Connection *c) {
  c->in[c->used] = 0;
  char *end = strstr(c->in, "\r\n\r\n");
  if (!end) return 0;
  char *length = strcasestr(c->in, "\r\ncontent-length:");
  size_t body = length && length < end ? strtoul(length + 17, 0, 10) : 0;
  if (strcasestr(c->in, "\r\ntransfer-encoding: chunked")) {
    char *stop = strstr(end + 4, "0\r\n\r\n");
    if (!stop) return 0;
    body = stop + 5 - (end + 4);
  }
  if ((size_t)c->used < end + 4 - c->in + body) return 0;
  int status = atoi(c->in + 9);
  note(&times[status == 200 ? 0 : status == 503 ? 1 : 2],
       now() - (status == 200 ? c->due : c->begun));
  if (status != 200) give_back(c);
  else latest = now();
  if (status == 503 && strcasestr(c->in, "\r\nretry-after:")) retry++;
  if (status == 200 && acknowledged) {
    fprintf(acknowledged, "%ld\n", c->line);
    fflush(acknowledged);
  }
  char *closing = strcasestr(c->in, "\r\nconnection: close");
  c->busy = 0;
  if ((closing && closing < end) || c->sent < c->head + starts[c->line + 1] - starts[c->line] - 1)
    drop(c);
  return 1;
}

static void pull(Connection *c) {
  for (;;) {
    ssize_t n = read(c->fd, c->in + c->used, ANSWER - 1 - c->used);
    if (n < 0 && errno == EAGAIN) return;
    if (n <= 0) return drop(c);
    c->used += n;
    if (c->busy && take(c)) return;
  }
}

int main(int count, char **words) {
  if (count < 9) return 64;
  port = atoi(words[1]);
  path = words[2];
  int file = open(words[3], O_RDONLY);
  struct stat about;
  fstat(file, &about);
  text = mmap(0, about.st_size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
  long room = 1 << 20;
  starts = malloc(room * sizeof *starts);
  starts[0] = 0;
  for (char *p = text; (p = memchr(p, '\n', text + about.st_size - p)) && lines < room - 1; p++)
    starts[++lines] = p + 1 - text;
  next = first = atol(words[4]);
  last = first + atol(words[5]);
  if (last > lines) last = lines;
  open_lines = last - first;
  taken = calloc(lines + 1, 1);
  int connections = atoi(words[6]);
  double rate = atof(words[7]), seconds = atof(words[8]);
  acknowledged = count > 9 ? fopen(words[9], "w") : 0;
  poller = epoll_create1(0);
  all = calloc(connections, sizeof *all);
  for (int i = 0; i < connections; i++) dial(&all[i]);
  double begun = now(), end = begun + seconds;
  struct epoll_event events[256];
  long busy = 1;
  while (busy || (now() < end && open_lines)) {
    double time = now();
    busy = 0;
    for (int i = 0; i < connections; i++) {
      Connection *c = &all[i];
      if (c->fd < 0 && !dial(c)) { broken++; continue; }
      if (!c->busy && time < end && open_lines) {
        double due = rate > 0 ? begun + sent / rate : time;
        if (due <= time) begin(c, due);
      }
      busy += c->busy;
    }
    if (time > end + 30) break;
    double wait = rate > 0 ? begun + sent / rate - now() : 0.1;
    // What is due and finds no connection waits for one.
    wait = wait <= 0 ? 0.001 : wait > 0.1 ? 0.1 : wait;
    struct timespec pause = {0, (long)(wait * 1e9)};
    int n = epoll_pwait2(poller, events, 256, &pause, 0);
    for (int i = 0; i < n; i++) {
      Connection *c = events[i].data.ptr;
      if (c->fd < 0) continue;
      if (events[i].events & EPOLLOUT) { watch(c, 0); if (c->busy) push(c); }
      if (c->fd >= 0 && events[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR)) pull(c);
      if (c->fd >= 0 && !c->busy && rate == 0 && now() < end && open_lines) begin(c, now());
    }
  }
  double took = now() - begun;
  for (int i = 0; i < CLASSES; i++) qsort(times[i].at, times[i].count, sizeof(float), ascending);
  struct rusage own;
  getrusage(RUSAGE_SELF, &own);
  printf("{\"seconds\":%.3f,\"sent\":%ld,\"ok\":%ld,\"rate\":%.1f,\"p50\":%.3f,\"p99\":%.3f,"
         "\"max\":%.3f,\"busy\":%ld,\"busyRetryAfter\":%ld,\"busyP99\":%.3f,\"busyMax\":%.3f,"
         "\"others\":%ld,\"broken\":%ld,\"cpu\":%.3f}\n",
         took, sent, times[0].count, times[0].count ? times[0].count / (latest - begun) : 0, at(&times[0], .5),
         at(&times[0], .99), at(&times[0], 1), times[1].count, retry, at(&times[1], .99),
         at(&times[1], 1), times[2].count, broken,
         own.ru_utime.tv_sec + own.ru_stime.tv_sec +
             (own.ru_utime.tv_usec + own.ru_stime.tv_usec) / 1e6);
  return 0;
}
