import type { ActorName, groups } from '#db/tests/tenant-escape/expectations.ts'
import type { Permission } from '#domain/permissions.ts'
import { aFreeDay, anAppointment } from '#testing/appointments.ts'
import { aContentItem } from '#testing/content.ts'
import type { Patient } from '#testing/sign-in/people.ts'
import type { Scene } from '../scene.ts'

/**
 * The code of the refusal for each actor, or `ok`. `rest` is every actor not named; a name overrides a group. By default a
 * visitor gets `not_signed_in`, a guardian `not_allowed`, and a banned user and the server's own key get `session_ended`.
 */
export type Outcomes = Partial<Record<ActorName | keyof typeof groups | 'rest', string>>

/** How tests call one action: each feature exports its own as `calls` in `server/features/<feature>/sample-calls.ts`. */
export interface SampleCall {
  /**
   * A valid input, new for each call: its ids are in clinic 1 and, where possible, the caller's own. So a refusal is about
   * the caller. Absent: the action has no input.
   */
  input?: (scene: Scene, actor: ActorName) => object | Promise<object>
  /** Outcomes that do not follow from the action's `access`; all of them for the access `signed-in`. */
  answers?: Outcomes
  /** Ids that `input` omits, each of a row of clinic 1 and, where possible, the caller's own. */
  ids?: (scene: Scene, actor: ActorName) => object | Promise<object>
  /**
   * The answer to another clinic's id, and to an unknown one: `not_found` if absent, by the path of the id where they
   * differ.
   */
  foreign?: string | Record<string, string>
  /** Required inside an action with the access `signed-in`. */
  asks?: Permission[]
  /** The action requires a recent proof (docs/decisions/0127). */
  freshProof?: true
  /** The rate limit by network address of an action for everyone; null if it only reads. */
  limit?: string | null
}

export type SampleCalls = Record<string, SampleCall>

export const provenPatients: Outcomes = {
  patients: 'ok',
  pending: 'email_not_confirmed',
  rest: 'not_allowed',
}
/** Includes a patient whose address is not confirmed yet: payments are their own (`app.own_patient_id`). */
export const payingPatients: Outcomes = { patients: 'ok', pending: 'ok', rest: 'not_allowed' }
/** Includes read-only members. */
export const team: Outcomes = { team: 'ok', rest: 'not_allowed' }
export const writers: Outcomes = { team: 'ok', viewer: 'not_allowed', rest: 'not_allowed' }
export const guardianVisits: Outcomes = { guardian: 'ok', limitedGuardian: 'ok' }

/** For actors without a record, the first patient's. */
export function recordOf({ world }: Scene, actor: ActorName): string {
  const ward = world.guardianships[actor]
  if (ward) return ward.patientId
  return (world.people[actor] as Partial<Patient> | undefined)?.patientId ?? world.owners.patient.patientId
}

/** Of the actor's own record, as its form would have read it. */
export async function savesOf(scene: Scene, actor: ActorName, table: string): Promise<number> {
  const [row] = await scene.test.db.asOwner<{ version: number }>(
    `select version from ${table} where clinic_id = $1 and patient_id = $2`,
    [scene.world.clinics.one.id, recordOf(scene, actor)],
  )
  return row?.version ?? 0
}

export const aName = () => `name-${crypto.randomUUID().slice(0, 8)}`

export async function contentOf({ test, world }: Scene, status: 'draft' | 'published'): Promise<string> {
  return (await aContentItem(test.db, world.clinics.one, { status })).itemId
}

export async function visitOf(scene: Scene, actor: ActorName): Promise<string> {
  const patient = { patientId: recordOf(scene, actor) }
  return (await anAppointment(scene.test.db, scene.world.clinics.one, patient, { date: aFreeDay() })).id
}
