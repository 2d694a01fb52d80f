"""The published data beside the vectors, read strictly."""
import os

from .strict_json import read_json

SPEC = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def read_bytes(*path):
    with open(os.path.join(SPEC, *path), 'rb') as file:
        return file.read()


def read_file(*path):
    return read_json(read_bytes(*path).decode('utf-8'))


VOCABULARY = read_file('data', 'vocabulary.json')
DIMENSIONS = VOCABULARY['dimensions']
SOURCES = VOCABULARY['sources']
VERDICTS = VOCABULARY['verdicts']
LEXICON = read_file('data', 'lexicon.json')
REASONS = read_file('data', 'reasons.json')
SEVERITIES = read_file('data', 'findings.json')
CHECKS = [check['id'] for check in read_file('data', 'checks.json')]
