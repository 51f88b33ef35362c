import { type ActorName, actorNames, groups, guardianNames } from '#db/tests/tenant-escape/expectations.ts'
import { can, type Holder, permissionSets } from '#domain/permissions.ts'
import type { Access } from '#server/clinic/action.ts'
import { actions } from '#server/features.ts'
import { sampleCalls } from './function-inputs.ts'
import type { Outcomes } from './sample-call.ts'

/** The outcome of each function in clinic 1 for each actor (docs/threats.md T1). */
export const functionOutcomes: Record<string, Outcomes> = Object.fromEntries(
  actions.map(({ name, access }) => {
    const written = sampleCalls[name]?.answers ?? {}
    const outcomeOf = (actor: ActorName) =>
      writtenOutcome(written, actor) ?? expectedOutcome(byAccess(access), actor)
    return [name, Object.fromEntries(actorNames.map((actor) => [actor, outcomeOf(actor)]))]
  }),
)

function byAccess(access: Access): Outcomes {
  if (access === 'anyone') return { visitor: 'ok', rest: 'ok' }
  // each action decides inside: its sample lists all actors
  if (access === 'signed-in') return { rest: 'an answer in its sample call' }
  const as = (holder: Holder) => (can(holder, access) ? 'ok' : 'not_allowed')
  return {
    member: as({ role: 'member' }),
    staff: as({ role: 'staff' }),
    twoClinics: as({ role: 'staff' }),
    viewer: as({ role: 'staff', isReadOnly: true }),
    delegate: as({ role: 'staff', permissionSets }),
    billing: as({ role: null, isBillingOnly: true }),
    admin: as({ role: 'admin' }),
    rest: 'not_allowed',
  }
}

/** Procedures are about the caller; a guardian's request is about another person. */
const noGuardian: Outcomes = { guardian: '403', limitedGuardian: '403' }

/** HTTP status; 403 for actors that are not listed. */
export const procedureOutcomes: Record<string, Outcomes> = {
  audit_log_for_me: { ...noGuardian, visitor: '401', rest: '200' },
  get_users_by_ids: { ...noGuardian, visitor: '401', rest: '200' },
  sign_ins_for_me: { ...noGuardian, visitor: '401', rest: '200' },
  texts_stopped_for_me: { ...noGuardian, visitor: '401', patients: '200', rest: '403' },
  email_gone_for_me: { ...noGuardian, visitor: '401', patients: '200', rest: '403' },
}

export function expectedOutcome(outcomes: Outcomes, actor: ActorName): string {
  const outcome = writtenOutcome(outcomes, actor) ?? defaultOutcome(actor)
  if (outcome === undefined) throw new Error(`nothing is written for ${actor}`)
  return outcome
}

function writtenOutcome(outcomes: Outcomes, actor: ActorName): string | undefined {
  const named = outcomes[actor]
  if (named !== undefined || defaultOutcome(actor) !== undefined) return named
  const group = (['patients', 'team', 'guests', 'everybody'] as const).find(
    (name) => outcomes[name] !== undefined && (groups[name] as readonly ActorName[]).includes(actor),
  )
  return group ? outcomes[group] : outcomes.rest
}

function defaultOutcome(actor: ActorName): string | undefined {
  if (actor === 'visitor') return 'not_signed_in'
  if (actor === 'banned' || actor === 'service') return 'session_ended'
  // actions for guardians list them
  return (guardianNames as readonly ActorName[]).includes(actor) ? 'not_allowed' : undefined
}

/** A visitor first. */
export function callersOf(name: string): ActorName[] {
  return actorNames.filter((actor) => expectedOutcome(functionOutcomes[name] ?? {}, actor) === 'ok')
}
