"""Runs the tests with one mutant at a time."""

import json
import os
import re
import resource
import subprocess
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path

SLOW = 0.1  # seconds; slower tests run only for mutants that no other test has noticed
MEMORY = 16 << 30  # limit of address space, in bytes; a test program that exceeds it counts as failed
ISSUE = re.compile(r"Test (.*?) recorded an issue|Test (.*?) failed after")


class TestFailure(Exception):
    pass


@dataclass
class Baseline:
    """The result of a run without a mutant."""

    reached: set
    slow: list  # ids of tests
    slow_limit: int  # seconds of processor time
    fast_limit: int


class Runner:
    def __init__(self, program, tests, only):
        self.program, self.tests, self.only = program, tests, only

    def measure(self):
        """Runs all tests without a mutant."""
        with tempfile.TemporaryDirectory() as folder:
            events, reached = Path(folder) / "events", Path(folder) / "reached"
            arguments = ["--event-stream-output-path", str(events), "--event-stream-version", "0"]
            process = subprocess.run(
                self.command(arguments), env=environment(0, reached), capture_output=True, text=True
            )
            if process.returncode != 0:
                raise TestFailure(f"the tests fail without a mutant:\n{process.stdout[-2000:]}{process.stderr[-2000:]}")
            times = durations(events)
            numbers = {int(line) for line in reached.read_text().split()}
        if not times:
            raise TestFailure(f"no test was run: {' '.join(self.command([]))}")
        slow = [test for test, time in times.items() if time > SLOW]
        slow_time = sum(times[test] for test in slow)
        limits = [10 + int(10 * time) for time in (slow_time, sum(times.values()) - slow_time)]
        return Baseline(numbers, slow, *limits)

    def noticed_by(self, number, baseline):
        """The name of the test that notices the mutant; None if no test does."""
        slow = "|".join("^" + re.escape(test) + "$" for test in baseline.slow)
        if not slow:
            return self.failure(number, [], baseline.fast_limit)
        found = self.failure(number, ["--skip", slow], baseline.fast_limit)
        return found or self.failure(number, ["--filter", slow], baseline.slow_limit, is_filtered=True)

    def failure(self, number, arguments, limit, is_filtered=False):
        """Runs tests until the first one fails; returns its name, or None."""
        process = subprocess.Popen(
            self.command(arguments, is_filtered),
            env=environment(number),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            preexec_fn=lambda: limit_process(limit),
        )
        # A mutant may also wait for ever, which takes no processor time.
        watchdog = threading.Timer(limit * 10, process.kill)
        watchdog.start()
        try:
            for line in process.stdout:
                if match := ISSUE.search(line):
                    process.kill()
                    return match[1] or match[2]
        finally:
            process.stdout.close()
            status = process.wait()
            watchdog.cancel()
        return None if status == 0 else f"(ended with {status})"

    def command(self, arguments, is_filtered=False):
        filters = [] if is_filtered else ["--filter", self.only or f"^{self.tests}\\."]
        return [str(self.program), "--testing-library", "swift-testing", "--no-parallel", *filters, *arguments]


def environment(number, reached=None):
    variables = dict(os.environ, MUTANT=str(number))
    if reached:
        variables["MUTANTS_REACHED"] = str(reached)
    return variables


def limit_process(seconds):
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def durations(events):
    """The duration of each test function, in seconds."""
    began, took = {}, {}
    for line in events.read_text().splitlines():
        record = json.loads(line)
        event = record["payload"]
        test = event.get("testID", "")
        if record["kind"] != "event" or "(" not in test:
            continue
        if event["kind"] == "testStarted":
            began[test] = event["instant"]["absolute"]
        elif event["kind"] == "testEnded" and test in began:
            took[test] = event["instant"]["absolute"] - began[test]
    return took
