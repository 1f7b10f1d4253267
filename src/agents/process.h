// A program that runs beside us and is spoken to in lines.
//
// Nothing here waits longer than it is told to, whatever the program does or leaves undone. The
// program has a process group of its own, and all of it ends when the process object does, or when
// our own process ends in whatever way: a small keeper process, which leads the group, sees that.
#pragma once

#include <string>
#include <string_view>

#include <sys/types.h>

namespace mu::detail {

class process {
public:
    // Runs the command by the shell. start_failure if that cannot be done.
    explicit process(std::string command);
    // The program reads the end of its input. It has half a second to end by itself, or none after
    // an error.
    ~process();
    process(const process&) = delete;
    process& operator=(const process&) = delete;

    // Sends a line, or keeps it until the program reads. Waits only for a program that is far
    // behind with reading, and no longer than this.
    void post(std::string_view line, double seconds);
    // Sends a line and waits for the next line that the program writes.
    std::string ask(std::string_view line, double seconds);

    // std::runtime_error that names the program. If it ended because the shell could not run it,
    // start_failure.
    [[noreturn]] void fail(const std::string& what);

private:
    void write_some();          // what can be sent now
    void read_some();           // what is there
    void wait(double seconds);  // until more can be sent or read
    [[noreturn]] void fail_ended();

    std::string command_;
    pid_t keeper_ = -1;
    int socket_ = -1;   // the program's input and output
    int control_ = -1;  // to the keeper, which reports here how the program ended
    std::string unsent_, unread_;
    bool heard_ = false;  // it has written something
    bool broken_ = false;
};

}  // namespace mu::detail
