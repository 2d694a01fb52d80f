/** Scope grammar and covering (delegation.md §1.2, §1.3). */
import { describe, expect, it } from 'vitest'
import { classifyScope, scopeCovers } from '../../src/authority/scope.js'
import { DRAFT_01, DRAFT_02 } from './support.js'

describe('the forms of a scope', () => {
  it.each(['crm.read', 'a.b', 'crm.x.y.z', 'a-1.b_2', 'mail.send'])('`%s` is literal under both', (scope) => {
    expect(classifyScope(scope, DRAFT_01)).toBe('literal')
    expect(classifyScope(scope, DRAFT_02)).toBe('literal')
  })

  it.each(['crm.*', 'crm.x.*', 'a-1.*'])('`%s` is a wildcard under both', (scope) => {
    expect(classifyScope(scope, DRAFT_01)).toBe('wildcard')
    expect(classifyScope(scope, DRAFT_02)).toBe('wildcard')
  })

  it.each([
    'openid',
    'User.Read',
    'CRM.read',
    'repo:status',
    'https://x.example/a?b=c',
    'crm',
    'crm.',
    '.crm',
    'crm..read',
    '1.a',
    '!',
    '~',
    '#',
    '[',
    ']',
  ])('`%s` is opaque under draft-02 and nothing under draft-01', (scope) => {
    expect(classifyScope(scope, DRAFT_01)).toBeNull()
    expect(classifyScope(scope, DRAFT_02)).toBe('opaque')
  })

  it.each([
    '',
    '*',
    '.*',
    'crm.re*',
    'crm.*.read',
    'crm.*.*',
    'crm*',
    'User.*',
    'crm read',
    ' crm.read',
    'crm.read ',
    'crm.read\n',
    'crm.*\n',
    'openid\n',
    'crm.read\r',
    'crm.réad',
    'ｃrm.read',
    'a"b',
    'a\\b',
    'crm.read\u0000',
    '\u007f',
    'crm.read\u2028',
  ])('%j is no scope under either', (scope) => {
    expect(classifyScope(scope, DRAFT_01)).toBeNull()
    expect(classifyScope(scope, DRAFT_02)).toBeNull()
  })
})

describe('covering', () => {
  const covers = (parent: string, child: string): boolean => scopeCovers(parent, child, DRAFT_02)

  it.each([
    ['crm.read', 'crm.read'],
    ['crm.*', 'crm.read'],
    ['crm.*', 'crm.x.y.z'],
    ['crm.*', 'crm.x.*'],
    ['crm.*', 'crm.*'],
    ['drive.Read', 'drive.Read'],
  ])('`%s` covers `%s`', (parent, child) => {
    expect(covers(parent, child)).toBe(true)
  })

  it.each([
    ['crm.*', 'crm'],
    ['crm.*', 'crmx.read'],
    ['crm.x.*', 'crm.*'],
    ['crm.read', 'crm.*'],
    ['crm.read', 'crm.read.all'],
    ['crm.read', 'crm.write'],
    ['drive.*', 'drive.Read'],
    ['drive.Read', 'drive.*'],
    ['openid', 'openid2'],
    ['*', 'crm.read'],
    ['crm.*', 'crm.re*'],
    ['crm.*', 'crm.read\n'],
  ])('`%s` does not cover %j', (parent, child) => {
    expect(covers(parent, child)).toBe(false)
  })
})
