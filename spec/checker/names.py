"""What a tool's name alone says, by the published lexicon."""
import re
import unicodedata

from .data import LEXICON

CONSEQUENCE = ['execute', 'delete', 'send', 'write', 'read']
DATA_CLASS_ORDER = ['credential', 'financial', 'operational']

_EXPLICIT_READ = set(LEXICON['explicit_read'])
_WHEN_FIRST = {word: name for name in ('read', 'write', 'send') for word in LEXICON['when_first'][name]}
_MONEY = set(LEXICON['money'])
_VERBS = set(LEXICON['money_moved']['verbs'])
_OBJECTS = set(LEXICON['money_moved']['objects'])
_RECOVERABLE = set(LEXICON['recoverable'])
_PAIRS = {tuple(pair) for pair in LEXICON['credential_pairs']}
_OPERATION = {word: name for name in CONSEQUENCE for word in LEXICON['operations'][name]}
_DATA_CLASS = {word: name for name in DATA_CLASS_ORDER for word in LEXICON['data_classes'][name]}
_KNOWN = {*_OPERATION, *_DATA_CLASS, *_WHEN_FIRST, *_MONEY, *_VERBS, *_OBJECTS, *_RECOVERABLE}
_KNOWN |= {word for pair in _PAIRS for word in pair}


def _is(sign, kind):
    return unicodedata.category(sign).startswith(kind)


def _humps(text):
    """A space where a capital begins a new word: after a small letter or a digit, and before the last of a run."""
    first = ''
    for index, sign in enumerate(text):
        if index > 0 and _is(sign, 'Lu') and (_is(text[index - 1], 'Ll') or _is(text[index - 1], 'N')):
            first += ' '
        first += sign
    second = ''
    for index, sign in enumerate(first):
        around = first[index - 1 : index + 2] if index > 0 else ''
        if len(around) == 3 and _is(around[0], 'Lu') and _is(around[1], 'Lu') and _is(around[2], 'Ll'):
            second += ' '
        second += sign
    return second


def _runs(text, kinds):
    """The longest stretches of characters of these kinds."""
    return ''.join(sign if any(_is(sign, kind) for kind in kinds) else ' ' for sign in text).split(' ')


def _is_version_mark(part):
    rest = part[1:] if part.startswith('v') else part
    return all(_is(sign, 'N') for sign in rest)


def _listed(word):
    if word in _KNOWN or not word.endswith('s'):
        return word
    singular = word[:-1]
    return singular if singular in _KNOWN and singular not in _EXPLICIT_READ else word


def words_of(name):
    parts = [part for part in _runs(_humps(name).lower(), ('L', 'N')) if not _is_version_mark(part)]
    return [_listed(word) for part in parts for word in _runs(part, ('L',)) if word != '']


def _own_name(name):
    parts = [part for part in re.split(r'[./:]|__+', name) if any(_is(sign, 'L') for sign in part)]
    return parts[-1] if parts else ''


def derived_reversibility(operation, recoverable):
    if operation == 'delete':
        return 'costly' if recoverable else 'terminal'
    return {'read': 'reversible', 'write': 'costly', 'send': 'terminal'}.get(operation, 'unknown')


def derive(name):
    words, own = words_of(name), words_of(_own_name(name))
    moved = any(word in _MONEY for word in words)
    moved = moved or (any(word in _VERBS for word in words) and any(word in _OBJECTS for word in words))
    places = words[:1] + words[-1:] + own[:1]
    found = {_OPERATION.get(word) for word in words} | {_WHEN_FIRST.get(own[0]) if own else None}
    if any(word in _EXPLICIT_READ for word in places):
        operation = 'read'
    elif moved:
        operation = 'execute'
    else:
        operation = next((name for name in CONSEQUENCE if name in found), 'unknown')
    classes = {_DATA_CLASS.get(word) for word in words}
    if any(pair in _PAIRS for pair in zip(words, words[1:])):
        classes.add('credential')
    if moved:
        classes.add('financial')
    data_class = next((name for name in DATA_CLASS_ORDER if name in classes), 'unknown')
    if moved and operation == 'execute':
        data_class = 'financial'
    recoverable = any(word in _RECOVERABLE for word in words)
    return {
        'operation': operation,
        'data_class': data_class,
        'reversibility': derived_reversibility(operation, recoverable),
        'recoverable': recoverable,
    }
