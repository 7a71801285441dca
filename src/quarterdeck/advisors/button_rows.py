"""What is offered in each context: a table."""

from collections.abc import Mapping
from re import Pattern

from quarterdeck.advisors import signs
from quarterdeck.domain.buttons import Context

Draft = tuple[str, str, str]  # text, emoji, action

YES: Draft = ("Yes", "✅", "Yes")
NO: Draft = ("No", "🚫", "No")
HELP: Draft = ("Help", "💡", "What can I do now? Give me the options.")
EXPLAIN: Draft = ("Explain", "💬", "Explain this in more detail before you go on.")
SHOW_FIRST: Draft = ("Show me first", "🔍", "Show me exactly what this would change, and wait.")
SKIP: Draft = ("Skip", "⏭", "Skip this step and continue with the next one.")
RETRY: Draft = ("Retry", "🔁", "Try that again.")
FIX: Draft = ("Fix it", "🔧", "Find the cause and fix it.")
DEBUG: Draft = ("Debug", "🐞", "Show me debug information: what exactly failed, and why?")
WENT_WRONG: Draft = ("Help", "💡", "Explain what went wrong and what my options are.")
CONTINUE: Draft = ("Continue", "▶", "Continue with the next step.")
SUMMARIZE: Draft = ("Summarize", "📝", "Summarize what is done and what is left.")
WAIT: Draft = ("Stop here", "✋", "Stop here. Do not go on; leave everything as it is.")
PROCEED: Draft = ("Proceed", "▶", "Go ahead.")
SHOW_DIFF: Draft = ("Show diff", "🔍", "Show me the diff of your changes, file by file.")
GOOD: Draft = ("Looks good", "👍", "Looks good. Go on.")
COMMIT: Draft = ("Commit", "💾", "Commit the changes with a fitting message. Do not push.")
TEST: Draft = ("Run tests", "🧪", "Run the tests and tell me what fails.")
PUSH: Draft = ("Push", "⬆", "Push the branch to its remote, without force.")
OPEN_PR: Draft = ("Open PR", "🔀", "Write a pull request for this branch and show me its text.")
FIX_THEM: Draft = ("Fix them", "🔧", "Fix all of these findings.")
YOU_DECIDE: Draft = ("You decide", "🎲", "You decide. Take what fits best, and tell me what it is.")
SUGGEST: Draft = ("Suggest some", "💡", "Suggest three answers with their pros and cons.")
RESOLVE: Draft = ("Resolve", "🔧", "Resolve the conflicts, and show me each decision you make.")

ROWS: Mapping[Context, tuple[Draft, ...]] = {
    Context.ERROR: (FIX, RETRY, DEBUG, WENT_WRONG),
    Context.QUESTION: (YES, NO, EXPLAIN, HELP),
    Context.MULTI_STEP: (CONTINUE, SUMMARIZE, SKIP, WAIT),
    Context.REVIEW: (SHOW_DIFF, GOOD, TEST, EXPLAIN),
    Context.GIT: (COMMIT, SHOW_DIFF, TEST, HELP),
    Context.TESTS: (
        ("Fix tests", "🔧", "Find out why the tests fail, and fix the cause."),
        ("Explain", "💬", "Explain why each of these tests fails, without changing anything."),
        ("Run again", "🔁", "Run the failing tests again."),
        SKIP,
    ),
    Context.PLAN: (
        PROCEED,
        ("Change it", "✏", "I want to change the plan. Ask me what."),
        EXPLAIN,
        NO,
    ),
    Context.PROMPT: (YES, NO, EXPLAIN, HELP),
    Context.DONE: (SHOW_DIFF, COMMIT, TEST, SUMMARIZE),
    Context.NOTHING: (YES, NO, PROCEED, HELP),
}

# What fits better than the row of a context, by a sign; the first that is found.
VARIANTS: tuple[tuple[Context, Pattern[str], tuple[Draft, ...]], ...] = (
    (Context.ERROR, signs.TRANSIENT, (RETRY, DEBUG, SKIP, WENT_WRONG)),
    (Context.GIT, signs.CONFLICT, (RESOLVE, EXPLAIN, SHOW_DIFF, HELP)),
    (Context.GIT, signs.NOT_COMMITTED, ROWS[Context.GIT]),
    (Context.GIT, signs.NOT_PUSHED, (PUSH, SHOW_DIFF, OPEN_PR, HELP)),
    (Context.GIT, signs.PUSHED, (OPEN_PR, SUMMARIZE, SHOW_DIFF, HELP)),
    (Context.REVIEW, signs.FINDINGS, (FIX_THEM, EXPLAIN, SKIP, HELP)),
)
REASONS: Mapping[Context, str] = {
    Context.ERROR: "something failed",
    Context.QUESTION: "the agent asks",
    Context.MULTI_STEP: "more steps are left",
    Context.REVIEW: "there is something to look at",
    Context.GIT: "it is about the repository",
    Context.TESTS: "tests fail",
    Context.PLAN: "a plan waits for a word",
    Context.PROMPT: "the agent waits for a word",
    Context.DONE: "the work is done",
    Context.NOTHING: "nothing in particular",
}
