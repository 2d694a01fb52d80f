"""Reading the signals of one call: facts, counts, and the statements that are refused when incomplete."""
from .anchors import WHITE_SPACE, looks_personal
from .canonical import is_digest, number_text
from .data import DIMENSIONS
from .strict_json import child_pointer

COUNTS = ('record_count', 'recipient_count', 'amount')
_COMMITMENTS = ('instructions_hash', 'shown_text_hash')
_INFERENCE = ('inferred', 'inference_model', 'inference_prompt_hash', 'inference_slice')


class SignalRefusal(Exception):
    def __init__(self, code, pointer):
        super().__init__(code)
        self.code = code
        self.pointer = pointer


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _word(dimension, value):
    return value if isinstance(value, str) and value in DIMENSIONS[dimension] else 'unknown'


def _short(long, value, when_true, when_false):
    if long != 'unknown' or not isinstance(value, bool):
        return long
    return when_true if value else when_false


def read_facts(signals):
    destination = _word('destination', signals.get('destination'))
    reversibility = _word('reversibility', signals.get('reversibility'))
    return {
        'operation': _word('operation', signals.get('op')),
        'data_class': _word('data_class', signals.get('data_class')),
        'destination': _short(destination, signals.get('recipient_external'), 'external', 'internal'),
        'reversibility': _short(reversibility, signals.get('reversible'), 'reversible', 'terminal'),
    }


def _published(name, value):
    text = number_text(value) if is_number(value) else value
    if not isinstance(text, str) or text.strip(WHITE_SPACE) == '':
        return None
    return f'<redacted:{name}>' if looks_personal(text) else text


def _need(text, code, name):
    if text is None:
        raise SignalRefusal(code, child_pointer('', name))
    return text


def _need_digest(signals, name):
    if not is_digest(signals.get(name)):
        raise SignalRefusal('malformed_digest', child_pointer('', name))
    return signals[name]


def _inference(signals):
    missing = [name for name in _INFERENCE if signals.get(name) is None]
    if len(missing) == len(_INFERENCE):
        return None
    code = 'incomplete_inference'
    if missing:
        raise SignalRefusal(code, child_pointer('', missing[0]))
    listed = signals['inferred']
    named = {item.strip(WHITE_SPACE) for item in listed.split(',')} if isinstance(listed, str) else {None}
    dimensions = [dimension for dimension in DIMENSIONS if dimension in named]
    _need(dimensions if len(dimensions) == len(named) else None, code, 'inferred')
    model = _need(_published('inference_model', signals['inference_model']), code, 'inference_model')
    prompt_hash = _need_digest(signals, 'inference_prompt_hash')
    part = _need(_published('inference_slice', signals['inference_slice']), code, 'inference_slice')
    return {'dimensions': dimensions, 'model': model, 'prompt_hash': prompt_hash, 'slice': part}


def _approval(signals):
    code = 'incomplete_approval'
    approver = None
    if signals.get('approver') is not None:
        approver = _need(_published('approver', signals['approver']), code, 'approver')
    authorized = signals.get('human_authorized')
    authorized = False if authorized is None else authorized
    answers = signals.get('resolves_action') is not None or signals.get('human_decision') is not None
    if not isinstance(authorized, bool) or (authorized and answers):
        raise SignalRefusal(code, '/human_authorized')
    if authorized:
        return {'kind': 'prior', 'approver': approver}
    if not answers:
        _need(True if approver is None else None, code, 'approver')
        return None
    action = _need(_published('resolves_action', signals.get('resolves_action')), code, 'resolves_action')
    decision = _need(_published('human_decision', signals.get('human_decision')), code, 'human_decision')
    return {'kind': 'answer', 'resolves_action': action, 'human_decision': decision, 'approver': approver}


def read_signals(signals):
    """What the signals of one call state. Raises SignalRefusal."""
    signals = {} if signals is None else signals
    for name, value in signals.items():
        if isinstance(value, (dict, list)):
            raise SignalRefusal('invalid_request', child_pointer('', name))
    commitments = [name for name in _COMMITMENTS if signals.get(name) is not None]
    for name in commitments:
        _need_digest(signals, name)
    inference = _inference(signals)
    approval = _approval(signals)
    counts = {name: signals[name] for name in COUNTS if is_number(signals.get(name)) and signals[name] >= 0}
    return {
        'facts': read_facts(signals),
        'counts': counts,
        'inference': inference,
        'approval': approval,
        'commitments': commitments,
    }
