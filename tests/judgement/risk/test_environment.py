"""Variables that load code."""

import pytest

from quarterdeck.judgement.risk.environment import RUNS, kind_of, setting
from quarterdeck.judgement.risk.path_zones import Place
from quarterdeck.judgement.risk.shell_ast import Word

HERE = Place("/home/ann/project", "/home/ann", "/home/ann/project")


def levels(assignment: str) -> list[str]:
    name, _, value = assignment.partition("=")
    return [risk.level for risk in setting(name, Word(value, True, ()), HERE, ())]


@pytest.mark.parametrize(
    "assignment",
    [
        "LD_PRELOAD=./hook.so",
        "LD_LIBRARY_PATH=/tmp/lib",
        "DYLD_INSERT_LIBRARIES=/x.dylib",
        "BASH_ENV=x.sh",
        "ENV=/tmp/x.sh",
        "GIT_CONFIG_COUNT=3",
        "GIT_CONFIG_KEY_0=core.pager",
        "GIT_CONFIG_GLOBAL=/tmp/c",
        "GIT_EXEC_PATH=bin",
        "GIT_EXTERNAL_DIFF=/tmp/x.sh",
        "GIT_SSH_COMMAND=sh /tmp/x.sh",
        "GIT_TRACE=/home/ann/.bashrc",
        "TAR_OPTIONS=--checkpoint=1 --checkpoint-action=exec=x",
        "NODE_OPTIONS=--require /tmp/x.js",
        "NODE_OPTIONS=-r ./x.js",
        "NODE_OPTIONS=--import=./x.mjs",
        "JAVA_TOOL_OPTIONS=-javaagent:/tmp/a.jar",
        "RUBYOPT=-r/tmp/x",
        "PERL5OPT=-Mx",
        "PERL5LIB=/tmp/lib",
        "PYTHONPATH=/tmp/x:src",
        "PYTHONSTARTUP=x.py",
        "PATH=/tmp:$PATH",
        "PATH=.:$PATH",
        "PATH=$PATH:",
        "npm_config_script_shell=/tmp/x.sh",
    ],
)
def test_a_variable_that_loads_code_from_anywhere_is_high(assignment: str) -> None:
    assert levels(assignment) == ["high"]


@pytest.mark.parametrize(
    "assignment",
    [
        "NODE_ENV=test",
        "ENV=production",
        "NODE_OPTIONS=--max-old-space-size=4096",
        "JAVA_TOOL_OPTIONS=-Xmx2g",
        "GRADLE_OPTS=-Dorg.gradle.daemon=false",
        "PYTHONPATH=src",
        "PYTHONPATH=.",
        "PATH=$HOME/.local/bin:$PATH",
        "PATH=$PWD/node_modules/.bin:$PATH",
        "LD_LIBRARY_PATH=/usr/local/cuda/lib64:$LD_LIBRARY_PATH",
        "GIT_TRACE=1",
        "GIT_CONFIG_GLOBAL=/dev/null",
        "GIT_CONFIG_NOSYSTEM=1",
        "GIT_PAGER=cat",
        "PYTHONBREAKPOINT=0",
        "RUSTFLAGS=-D warnings",
    ],
)
def test_most_settings_load_nothing(assignment: str) -> None:
    assert levels(assignment) == []


def test_a_variable_with_a_command_is_known_as_one() -> None:
    assert [kind_of(name) for name in ("GIT_PAGER", "EDITOR", "HOME")] == [RUNS, RUNS, ""]
