/** docs/domain-rules.md rules 28 and 29, goal 8 */
import * as z from 'zod/mini'
import { ageOn } from '../plans/household.ts'
import { guardianTexts } from '../texts/guardians.ts'
import { planTexts } from '../texts/plans.ts'
import { optionalDate } from '../values/calendar-date.ts'
import { onOneLine } from '../values/one-line.ts'
import { addDays, daysBetween } from '../values/zones.ts'
import { seenVersion } from '../versions.ts'

const rules = guardianTexts.validation

/** Full: the child's record. Limited: booking, and the visits that the guardian booked. */
export type GuardianLevel = 'full' | 'limited'

/** Ages set by a clinic: at one, access becomes limited; at the other, it ends. */
export interface GuardianRules {
  limitedFrom: number
  endsAt: number
  /** Whether the team is reminded to invite the patient when access becomes limited. */
  invites: boolean
}
export const defaultGuardianRules: GuardianRules = { limitedFrom: 12, endsAt: 18, invites: true }

/** Days before a birthday on which guardian and patient are notified of the change. */
export const announcedDaysBefore = [60, 14] as const

export const offerDays = 14

const oneLineText = (message: string) =>
  z.string().check(onOneLine(), z.minLength(1, message), z.maxLength(200, message))

export const addGuardianForm = z.object({
  fullName: oneLineText(rules.name),
  email: z.string().check(z.trim(), z.toLowerCase(), z.email(rules.email), z.maxLength(255, rules.email)),
  access: z.enum(['full', 'limited']),
  /** Last day of access, if earlier than by age. */
  untilOn: optionalDate(planTexts.household.birthDate),
  /** The person who agreed, and how the team learned of it. */
  agreedBy: oneLineText(rules.agreedBy),
  /** If the record has none. */
  bornOn: optionalDate(planTexts.household.birthDate),
})
export type AddGuardianForm = z.infer<typeof addGuardianForm>
export const addGuardianInput = z.extend(addGuardianForm, { patientId: z.uuid() })

export const guardianIdInput = z.object({ guardianId: z.uuid() })
/** With `patientId`, for the team; without it, the caller's own. */
export const guardiansInput = z.object({ patientId: z.optional(z.uuid()) })

export const guardianRulesForm = z
  .object({
    limitedFrom: z.int(rules.age).check(z.gte(0, rules.age), z.lte(21, rules.age)),
    endsAt: z.int(rules.endAge).check(z.gte(14, rules.endAge), z.lte(21, rules.endAge)),
    invites: z.boolean(),
  })
  .check(
    z.refine(({ limitedFrom, endsAt }) => limitedFrom <= endsAt, {
      error: rules.order,
      path: ['limitedFrom'],
    }),
  )
export const guardianRulesInput = z.object({ version: seenVersion, rules: guardianRulesForm })

/** A future change of access. */
export interface LadderStep {
  /** `YYYY-MM-DD` */
  on: string
  to: 'limited' | 'none'
}

export interface Ladder {
  level: GuardianLevel | null
  next: LadderStep | null
}

/** A person born on February 29 has the birthday on March 1 in other years. */
export function birthdayOf(bornOn: string, age: number): string {
  const year = Number(bornOn.slice(0, 4)) + age
  const day = `${String(year).padStart(4, '0')}${bornOn.slice(4)}`
  const exists = new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
  return exists ? day : `${day.slice(0, 4)}-03-01`
}

/**
 * The steps of one access. `app.guardian_level` applies the same rule (db/tests/guardians.test.ts).
 *
 * @param access.granted the most that the clinic grants
 * @param today in the clinic's zone, `YYYY-MM-DD`
 */
export function ladderOf(
  access: { granted: GuardianLevel; bornOn: string | null; untilOn: string | null },
  { limitedFrom, endsAt }: Pick<GuardianRules, 'limitedFrom' | 'endsAt'>,
  today: string,
): Ladder {
  const { granted, bornOn, untilOn } = access
  if (!bornOn || ageOn(bornOn, today) >= endsAt || (untilOn !== null && today > untilOn))
    return { level: null, next: null }
  const isLimited = granted === 'limited' || ageOn(bornOn, today) >= limitedFrom
  const birthday = birthdayOf(bornOn, endsAt)
  const afterLast = untilOn === null ? birthday : addDays(untilOn, 1)
  const end: LadderStep = { on: afterLast < birthday ? afterLast : birthday, to: 'none' }
  if (isLimited) return { level: 'limited', next: end }
  const limited: LadderStep = { on: birthdayOf(bornOn, limitedFrom), to: 'limited' }
  return { level: 'full', next: limited.on < end.on ? limited : end }
}

/** 60, 14, or null. */
export function announcementDue(step: LadderStep, today: string): number | null {
  const days = daysBetween(today, step.on)
  const due = announcedDaysBefore.filter((before) => days <= before)
  return due.length === 0 ? null : Math.min(...due)
}

/** An access as seen by the team and the patient. Days are `YYYY-MM-DD`. */
export interface GuardianView {
  id: string
  name: string
  /** For the team only. */
  email: string | null
  agreedBy: string | null
  state: 'invited' | 'expired' | 'active' | 'ended'
  granted: GuardianLevel
  level: GuardianLevel | null
  next: LadderStep | null
  acceptedAt: string | null
  endAskedAt: string | null
  endedAt: string | null
  endedBecause: 'team' | 'guardian' | 'age' | 'date' | null
}

export interface GuardiansView {
  guardians: GuardianView[]
  /** `YYYY-MM-DD`; null if the record has none. */
  bornOn: string | null
  rules: GuardianRules
  /** Whether the patient can sign in. */
  hasAccount: boolean
}

export interface WardView {
  /** Opaque id of the access, used in URLs. */
  id: string
  name: string
  state: 'invited' | 'active' | 'ended'
  level: GuardianLevel | null
  next: LadderStep | null
}
