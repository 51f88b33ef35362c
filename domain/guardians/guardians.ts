/** Guardians: who acts for a patient under age, and what they may use (docs/domain-rules.md rules 28 and 29, goal 8). */
import * as z from 'zod/mini'
import { ageOn } from '../plans/household.ts'
import { guardianTexts } from '../texts/guardians.ts'
import { planTexts } from '../texts/plans.ts'
import { optionalDate } from '../values/calendar-date.ts'
import { onOneLine } from '../values/one-line.ts'
import { addDays, daysBetween } from '../values/zones.ts'
import { seenVersion } from '../versions.ts'

const rules = guardianTexts.validation

/** Full: the record of a child. Limited: booking, and the visits that the guardian has booked. */
export type GuardianLevel = 'full' | 'limited'

/** A clinic's ages: from one on guardians see less, at the other their access ends. */
export interface GuardianRules {
  limitedFrom: number
  endsAt: number
  /** whether the team is asked to invite the young person when access becomes limited */
  invites: boolean
}
export const defaultGuardianRules: GuardianRules = { limitedFrom: 12, endsAt: 18, invites: true }

/** Days before a birthday on which both sides hear of what it changes. */
export const announcedDaysBefore = [60, 14] as const

/** How long an offer of access can be accepted. */
export const offerDays = 14

const oneLineText = (message: string) =>
  z.string().check(onOneLine(), z.minLength(1, message), z.maxLength(200, message))

export const addGuardianForm = z.object({
  fullName: oneLineText(rules.name),
  email: z.string().check(z.trim(), z.toLowerCase(), z.email(rules.email), z.maxLength(255, rules.email)),
  access: z.enum(['full', 'limited']),
  /** the last day, if there is one besides the birthday */
  untilOn: optionalDate(planTexts.household.birthDate),
  /** who agreed, and how the team knows */
  agreedBy: oneLineText(rules.agreedBy),
  /** where the record has none */
  bornOn: optionalDate(planTexts.household.birthDate),
})
export type AddGuardianForm = z.infer<typeof addGuardianForm>
export const addGuardianInput = z.extend(addGuardianForm, { patientId: z.uuid() })

export const guardianIdInput = z.object({ guardianId: z.uuid() })
/** Of a patient for the team; a patient's own without it. */
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

/** A change of access to come. */
export interface LadderStep {
  /** `YYYY-MM-DD` */
  on: string
  to: 'limited' | 'none'
}

/** What an access allows on a day, and the next step down. */
export interface Ladder {
  level: GuardianLevel | null
  next: LadderStep | null
}

/** The day on which somebody turns an age; who was born on February 29 does on March 1 of a common year. */
export function birthdayOf(bornOn: string, age: number): string {
  const year = Number(bornOn.slice(0, 4)) + age
  const day = `${String(year).padStart(4, '0')}${bornOn.slice(4)}`
  const exists = new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
  return exists ? day : `${day.slice(0, 4)}-03-01`
}

/**
 * The ladder of one access. `app.guardian_level` decides by the same rule (db/tests/guardians.test.ts).
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

/** Which announcement of a step is due: 60, 14, or none yet. */
export function announcementDue(step: LadderStep, today: string): number | null {
  const days = daysBetween(today, step.on)
  const due = announcedDaysBefore.filter((before) => days <= before)
  return due.length === 0 ? null : Math.min(...due)
}

/** Somebody with access to a patient's page, as the team and the young person see them. Days are `YYYY-MM-DD`. */
export interface GuardianView {
  id: string
  name: string
  /** the team's alone */
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

/** Answer of `guardians`. */
export interface GuardiansView {
  guardians: GuardianView[]
  /** `YYYY-MM-DD`; null: the record has none */
  bornOn: string | null
  rules: GuardianRules
  /** whether the patient signs in themself */
  hasAccount: boolean
}

/** Somebody whom the caller looks after, or may. */
export interface WardView {
  /** of the access: opaque, and what an address carries */
  id: string
  name: string
  state: 'invited' | 'active' | 'ended'
  level: GuardianLevel | null
  next: LadderStep | null
}
