"""Scripts that let a shell complete our commands, options, sessions and asks."""

import shlex
from collections.abc import Iterable, Sequence

from quarterdeck.app.cli.command_words import CommandWords, Option

LISTING = "qd completion --list"  # prints what the daemon knows, one in a line


def bash(commands: Sequence[CommandWords]) -> str:
    """For `eval` in ~/.bashrc."""
    cases = "\n".join(f"        {c.name}) words={_sh(_flat(c))}{_asked(c)} ;;" for c in commands)
    names = _sh(" ".join(c.name for c in commands))
    return f"""# Completion of qd for bash: eval "$(qd completion bash)"
_qd() {{
    local current=${{COMP_WORDS[COMP_CWORD]}} words=""
    if ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W {names} -- "$current"))
        return
    fi
    case ${{COMP_WORDS[1]}} in
{cases}
    esac
    COMPREPLY=($(compgen -W "$words" -- "$current"))
}}
complete -F _qd qd quarterdeck
"""


def zsh(commands: Sequence[CommandWords]) -> str:
    """For `eval` in ~/.zshrc, after compinit."""
    names = "\n".join(f"            {_sh(f'{c.name}:{_zsh_text(c.summary)}')}" for c in commands)
    cases = "\n".join(_zsh_case(c) for c in commands)
    return f"""# Completion of qd for zsh, after compinit: eval "$(qd completion zsh)"
_qd() {{
    if ((CURRENT == 2)); then
        local -a commands=(
{names}
        )
        _describe command commands
        return
    fi
    local -a found
    case $words[2] in
{cases}
    esac
    _describe value found
}}
compdef _qd qd quarterdeck
"""


def _zsh_case(command: CommandWords) -> str:
    told = [
        _sh(f"{form.replace(':', chr(92) + ':')}:{_zsh_text(option.help)}")
        for option in command.options
        for form in option.forms
    ]
    told += [_sh(choice) for word in command.words for choice in word.choices]
    told += [f'${{(f)"$({LISTING} {w.listed} 2>/dev/null)"}}' for w in command.words if w.listed]
    return f"        {command.name}) found=({' '.join(told)}) ;;"


def _zsh_text(text: str) -> str:
    return text.replace(":", "\\:")


def fish(commands: Sequence[CommandWords]) -> str:
    """For ~/.config/fish/completions/qd.fish."""
    lines = ["# Completion of qd for fish: qd completion fish > ~/.config/fish/completions/qd.fish"]
    lines += ["complete -c qd -f"]
    for command in commands:
        first = f"complete -c qd -n __fish_use_subcommand -a {command.name}"
        lines.append(f"{first} -d {_sh(command.summary)}")
        after = f"complete -c qd -n '__fish_seen_subcommand_from {command.name}'"
        lines += [f"{after} {_fish_option(option)}" for option in command.options]
        for word in command.words:
            if word.choices:
                lines.append(f"{after} -a {_sh(' '.join(word.choices))}")
            if word.listed:
                lines.append(f"{after} -a '({LISTING} {word.listed} 2>/dev/null)'")
    return "\n".join(lines) + "\n"


def _fish_option(option: Option) -> str:
    forms = " ".join(
        f"-l {form[2:]}" if form.startswith("--") else f"-s {form[1:]}" for form in option.forms
    )
    takes = " -x" if option.value else ""
    choices = f" -a {_sh(' '.join(option.choices))}" if option.choices else ""
    return f"{forms}{takes}{choices} -d {_sh(option.help)}"


def _flat(command: CommandWords) -> str:
    options = [form for option in command.options for form in option.forms]
    choices = [c for option in command.options for c in option.choices]
    return " ".join([*options, *choices, *(c for word in command.words for c in word.choices)])


def _asked(command: CommandWords) -> str:
    """What the daemon is asked for, behind the words that are always the same."""
    listed = _distinct(word.listed for word in command.words if word.listed)
    return "".join(f'" $({LISTING} {name} 2>/dev/null)"' for name in listed)


def _distinct(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))


def _sh(text: str) -> str:
    return shlex.quote(text)
