/**
 * The posture: what of AARM v1 (heron.md §15) this record shows, what the vendor merely says, and what is missing. Pure,
 * so that a reader can judge it again. A claim is `verified` only where the reader can recompute it from the export.
 */
import { conditionReads } from './condition-reads.js'
import type { PostureClaim, PostureId, PostureMark } from './claims.js'
import type { PostureFacts } from './facts.js'

const TITLES: { readonly [id in PostureId]: string } = {
  R1: 'Asked before acting',
  R2: 'Context',
  R3: 'Policy',
  R4: 'Five decisions',
  R5: 'Signed receipts',
  R6: 'Identity kept',
  R7: 'Drift',
  R8: 'Telemetry',
  R9: 'Least privilege',
}

/** R1 to R9, in order. */
export function judgePosture(facts: PostureFacts): readonly PostureClaim[] {
  const judged: { readonly [id in PostureId]: Judged } = {
    R1: interception(facts),
    R2: context(facts),
    R3: policy(facts),
    R4: decisions(facts),
    R5: receipts(facts),
    R6: identity(facts),
    R7: drift(facts),
    R8: telemetry(facts),
    R9: leastPrivilege(facts),
  }
  return (Object.keys(TITLES) as PostureId[]).map((id) => {
    const { mark, ...rest } = judged[id]
    return { id, title: TITLES[id], mark, stated_by: STATED_BY[mark], ...rest }
  })
}

type Judged = Pick<PostureClaim, 'mark' | 'figure' | 'reason' | 'would_change' | 'records'>

const STATED_BY: { readonly [mark in PostureMark]: PostureClaim['stated_by'] } = {
  verified: 'record',
  failed: 'record',
  declared: 'vendor',
  gap: 'nobody',
}

const NOTHING_YET =
  'No tool call was announced in this window, so there is nothing from which this could be shown.'

function interception({ actions, stated, openFindings }: PostureFacts): Judged {
  const figure = `${count(stated)} of ${calls(actions)} have a statement`
  const around = openFindings.EXECUTION_WITHOUT_DECISION ?? 0
  const despite = sum(
    openFindings.EXECUTED_DESPITE_DENY,
    openFindings.EXECUTED_DESPITE_STEP_UP,
    openFindings.EXECUTED_DESPITE_MODIFY,
    openFindings.EXECUTED_DESPITE_DEFER,
  )
  const records = tab('findings')
  if (actions === 0) return { ...nothingYet(), figure }
  if (around + despite > 0) {
    return {
      mark: 'gap',
      figure: `${figure}; ${count(around)} ran without a decision, ${count(despite)} against one`,
      reason: 'The vendor’s own signed statements say that calls ran without, or against, a decision.',
      would_change: 'The vendor reviews these findings, with a reason that is published.',
      records,
    }
  }
  return {
    mark: 'declared',
    figure,
    reason:
      'A platform that asks leaves a record; one that does not leaves none. That every call was announced is the vendor’s word.',
    would_change:
      'Nothing in this record can prove it; a statement against a decision, or without one, would refute it.',
    records: tab('runs'),
  }
}

function context({ actions, bundle, verdicts }: PostureFacts): Judged {
  if (actions === 0) return nothingYet()
  const reading = (bundle?.rules ?? []).filter(({ when }) => conditionReads(when, 'history')).length
  return {
    mark: 'verified',
    figure: `${calls(actions)} judged with the session’s history; ${count(reading)} ${plural(reading, 'rule reads', 'rules read')} it, ${count(verdicts.DEFER)} deferred`,
    reason:
      'Each evaluation receipt carries the history that the rules could read, and the history follows from the receipts before it.',
    would_change:
      'A receipt whose history does not follow from the ones before it; Verify recomputes all of them.',
    records: tab('runs'),
  }
}

function policy(facts: PostureFacts): Judged {
  const { actions, bundle, recomputed, withoutPolicy } = facts
  const records = tab('policy')
  if (recomputed.otherVerdict > 0) {
    return {
      mark: 'failed',
      figure: `${count(recomputed.otherVerdict)} of ${count(recomputed.receipts)} verdicts recomputed differ`,
      reason: 'Applying the published rules to the signed classification does not give the signed verdict.',
      would_change: 'Nothing that is done later: these receipts are signed.',
      records,
    }
  }
  if (bundle === null || bundle.rules.length === 0) {
    return {
      mark: 'gap',
      figure: bundle === null ? 'no policy can be loaded' : 'no rule is enabled',
      reason: 'Nothing is checked by a rule: every call gets the same answer, whatever it does.',
      would_change: 'The vendor enables rules; the change is a signed entry of the operator log.',
      records,
    }
  }
  const rules = bundle.rules.length
  const forbidding = bundle.base !== 'STEP_UP' || bundle.rules.some(({ effect }) => effect !== 'ALLOW')
  if (actions === 0)
    return { ...nothingYet(), figure: `${count(rules)} rules in force, no call judged`, records }
  if (!forbidding) {
    return {
      mark: 'gap',
      figure: `${count(rules)} rules, none that withholds anything`,
      reason: 'The rules in force can only allow.',
      would_change: 'A rule that denies, defers, narrows or asks a person.',
      records,
    }
  }
  return {
    mark: 'verified',
    figure: `${count(rules)} rules in force; ${count(recomputed.receipts)} newest verdicts recomputed, none differs${withoutPolicy > 0 ? `; ${count(withoutPolicy)} denied because no policy could be loaded` : ''}`,
    reason:
      'Every rule is published, and rule and signed classification give the signed verdict. Whether a classification was true cannot be checked.',
    would_change:
      'One verdict that the rules do not give turns this red; switching every rule off makes it a gap.',
    records,
  }
}

function decisions({ actions, verdicts, unansweredOverdue }: PostureFacts): Judged {
  if (actions === 0) return nothingYet()
  const figure = Object.entries(verdicts)
    .map(([verdict, number]) => `${count(number)} ${verdict}`)
    .join(', ')
  if (unansweredOverdue) {
    return {
      mark: 'gap',
      figure,
      reason:
        'A call that waits for a person or for context is past its time, and no signed receipt has ended it.',
      would_change: 'The receipt that ends it as DENY.',
      records: tab('runs'),
    }
  }
  return {
    mark: 'verified',
    figure,
    reason:
      'Each decision is one of the five and signed; what nobody answered in time was ended as DENY by a receipt.',
    would_change: 'A STEP_UP or DEFER that is past its time without such a receipt.',
    records: tab('runs'),
  }
}

function receipts({ actions, recomputed, openFindings }: PostureFacts): Judged {
  if (actions === 0) return nothingYet()
  const broken = openFindings.BROKEN_CHAIN ?? 0
  const foreign = openFindings.INVALID_VENDOR_SIGNATURE ?? 0
  const checked = `${count(recomputed.receipts)} newest receipts checked`
  if (recomputed.badSignature > 0) {
    return {
      mark: 'failed',
      figure: `${checked}, ${count(recomputed.badSignature)} not signed by a published key`,
      reason: 'A receipt is not what was signed.',
      would_change: 'Nothing that is done later.',
      records: tab('keys'),
    }
  }
  if (broken + foreign > 0) {
    return {
      mark: 'gap',
      figure: `${count(broken)} broken ${plural(broken, 'link', 'links')}, ${count(foreign)} invalid vendor ${plural(foreign, 'signature', 'signatures')}`,
      reason: 'Chains or statements were found that do not verify; each is listed.',
      would_change: 'The vendor reviews these findings, with a reason that is published.',
      records: tab('findings', { kind: broken > 0 ? 'BROKEN_CHAIN' : 'INVALID_VENDOR_SIGNATURE' }),
    }
  }
  return {
    mark: 'verified',
    figure: `${calls(actions)} with two receipts each; ${checked}, all verify`,
    reason:
      'Decision and evaluation are signed over exactly what is shown, and verify offline against the published keys.',
    would_change: 'One receipt that does not verify.',
    records: tab('keys'),
  }
}

function identity({ actions, verdicts }: PostureFacts): Judged {
  if (actions === 0) return nothingYet()
  const waited = verdicts.STEP_UP + verdicts.DEFER + verdicts.MODIFY
  return {
    mark: 'verified',
    figure: `${calls(waited)} waited or came back narrowed`,
    reason:
      'Agent, principal and session are inside every signed decision, and a call that answers an earlier one names it.',
    would_change: 'An answer under another agent or principal than the question; Verify compares them.',
    records: tab('runs'),
  }
}

function drift({ actions, instructions, shownText, openFindings }: PostureFacts): Judged {
  if (actions === 0) return nothingYet()
  const contradictions = openFindings.INTENT_CONTRADICTION ?? 0
  const committed = Math.max(instructions, shownText)
  const figure = `${count(instructions)} of ${calls(actions)} commit to their instructions, ${count(shownText)} to what was shown; ${count(contradictions)} contradictions`
  if (committed === 0) {
    return {
      mark: 'gap',
      figure,
      reason: 'No call commits to the instructions behind it, so a change on the way leaves no trace.',
      would_change: 'The vendor sends `instructions_hash` or `shown_text_hash` with its calls.',
      records: tab('signals'),
    }
  }
  return {
    mark: 'declared',
    figure,
    reason:
      'The commitments are the vendor’s: they show that something changed, never what, and not that it was the real text.',
    would_change: 'Commitments on every call; and who keeps the texts can open them.',
    records: tab('signals'),
  }
}

function telemetry({ telemetry: given }: PostureFacts): Judged {
  if (given === null) {
    return {
      mark: 'gap',
      figure: 'cannot be told from this file',
      reason: 'A record holds what happened, and nothing of who is told while it happens.',
      would_change: 'The page of the service says what it offers.',
      records: null,
    }
  }
  const { stream, webhooks } = given
  const told = `${count(webhooks)} ${plural(webhooks, 'webhook is', 'webhooks are')} told`
  if (!stream && webhooks === 0) {
    return {
      mark: 'gap',
      figure: 'no event leaves for the vendor’s monitoring',
      reason: 'Findings are on this page and in the dashboard, and reach nobody by themselves.',
      would_change: 'The vendor sets up a webhook or an event stream.',
      records: null,
    }
  }
  return {
    mark: 'declared',
    figure: stream ? `everything can be read as a stream of OCSF events; ${told}` : told,
    reason:
      'That events are there for the vendor’s monitoring is a fact of the service; that somebody watches them is the vendor’s word.',
    would_change: 'Nothing in this record can prove it; what the vendor’s monitoring keeps could.',
    records: tab('log'),
  }
}

function leastPrivilege({ sessions, grants }: PostureFacts): Judged {
  const figure = `${count(grants)} of ${count(sessions)} ${plural(sessions, 'run', 'runs')} carry a grant`
  return grants === 0
    ? {
        mark: 'gap',
        figure,
        reason: 'No run says what its agent was permitted to do, so nothing bounds it but the policy.',
        would_change: 'The vendor opens its sessions with a grant.',
        records: tab('signals'),
      }
    : {
        mark: 'declared',
        figure,
        reason:
          'The scope is published as the vendor sent it; that the agent could do no more is the vendor’s word.',
        would_change: 'A grant on every run, as a delegation token that anybody can verify.',
        records: tab('signals'),
      }
}

function nothingYet(): Judged {
  return {
    mark: 'gap',
    figure: 'no calls',
    reason: NOTHING_YET,
    would_change: 'The first tool call that is announced.',
    records: null,
  }
}

function tab(name: string, filter: { readonly [name: string]: string } = {}): PostureClaim['records'] {
  return { tab: name, filter }
}

function sum(...numbers: readonly (number | undefined)[]): number {
  return numbers.reduce<number>((total, number) => total + (number ?? 0), 0)
}

function count(number: number): string {
  return number.toLocaleString('en')
}

function calls(number: number): string {
  return `${count(number)} ${plural(number, 'call', 'calls')}`
}

function plural(number: number, one: string, many: string): string {
  return number === 1 ? one : many
}
