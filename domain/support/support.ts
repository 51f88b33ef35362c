import * as z from 'zod/mini'
import { supportTexts } from '../texts/support.ts'
import { dayMs } from '../values/durations.ts'

export const supportMinutes = 60
/** Most accesses in a list. */
export const supportListLimit = 100
/** Days after which an unanswered request lapses. */
export const requestDays = 7

export const askSupportInput = z.object({
  clinicId: z.uuid(),
  reason: z
    .string()
    .check(
      z.trim(),
      z.minLength(10, supportTexts.ask.reasonShort),
      z.maxLength(500, supportTexts.ask.reasonLong),
    ),
})

export const supportAccessInput = z.object({ accessId: z.uuid() })

export const decideSupportInput = z.object({
  accessId: z.uuid(),
  decision: z.enum(['approve', 'decline', 'end']),
})

export type SupportState = 'waiting' | 'live' | 'declined' | 'ended' | 'withdrawn' | 'lapsed'

/** Instants are ISO strings. */
export interface SupportAccess {
  id: string
  clinicName: string
  reason: string
  state: SupportState
  askedAt: string
  /** When it was approved or declined. */
  decidedAt: string | null
  /** When it ends or ended. */
  endsAt: string | null
}

/** Without names and health data. */
export interface SupportView {
  clinicName: string
  endsAt: string
  twoStep: boolean
  billing: { tier: string; rateBps: number; status: string | null }
  payouts: { state: string; due: string[]; pastDue: string[]; disabledReason: string | null } | null
  plans: { name: string; kind: string; status: string }[]
  visitKinds: { key: string; minutes: number; place: string; isActive: boolean }[]
  providers: { active: number; hidden: number }
  messages: { replyWithin: string | null; awayUntil: string | null } | null
  calendarNames: boolean
}

export function supportStateOf(
  row: { askedAt: Date; decidedAt: Date | null; endsAt: Date | null; endedAt: Date | null },
  now: Date,
): SupportState {
  const { askedAt, decidedAt, endsAt, endedAt } = row
  if (!decidedAt) {
    const lapsesAt = askedAt.getTime() + requestDays * dayMs
    if (endedAt && endedAt.getTime() < lapsesAt) return 'withdrawn'
    return endedAt || now.getTime() >= lapsesAt ? 'lapsed' : 'waiting'
  }
  if (!endsAt) return 'declined'
  return !endedAt && endsAt > now ? 'live' : 'ended'
}
