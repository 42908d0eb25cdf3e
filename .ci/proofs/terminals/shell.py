"""A shell in a pseudo-terminal, as little of one as a program needs that it starts."""
import fcntl
import os
import signal
import struct
import termios


class Shell:
    """Starts the program as its child. With `control` the program is a job with a process group of its
    own. A shell that `restores` takes the terminal back when the program is dead, with its modes, as an
    interactive one does after a signal; another one leaves all as the program left it."""

    def __init__(self, master, slave, command, environment, control, restores):
        told, tell = os.pipe()
        hold, self.hold = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            try:
                # Otherwise the terminal would not be hung up when the other copy is closed.
                for descriptor in (master, told, self.hold):
                    os.close(descriptor)
                self.run(slave, command, environment, control, restores, tell, hold)
            finally:
                os._exit(127)
        os.close(tell)
        os.close(hold)
        self.told = told
        self.program = struct.unpack("i", os.read(told, 4))[0]

    @staticmethod
    def run(slave, command, environment, control, restores, tell, hold):
        os.setsid()
        fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
        for descriptor in range(3):
            os.dup2(slave, descriptor)
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        modes = termios.tcgetattr(0)
        program = os.fork()
        if program == 0:
            if control:
                os.setpgid(0, 0)
                os.tcsetpgrp(0, os.getpgrp())
            # Python ignores some of these, as does whoever is started by nohup.
            for number in (signal.SIGHUP, signal.SIGTTOU, signal.SIGPIPE, signal.SIGINT, signal.SIGXFSZ):
                signal.signal(number, signal.SIG_DFL)
            os.closerange(3, 256)
            os.execve(command[0], command, environment)
        os.write(tell, struct.pack("i", program))
        os.waitpid(program, 0)
        if restores:
            os.tcsetpgrp(0, os.getpgrp())
            termios.tcsetattr(0, termios.TCSADRAIN, modes)
        os.read(hold, 1)
        os._exit(0)

    def end(self):
        """Lets it end, whatever has become of it."""
        os.close(self.hold)
        os.close(self.told)
        try:
            os.kill(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        os.waitpid(self.pid, 0)
