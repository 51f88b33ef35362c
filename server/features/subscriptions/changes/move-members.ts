import { isDiscounted } from '#domain/coupons/coupons.ts'
import { AppError } from '#domain/errors.ts'
import { coversHousehold } from '#domain/plans/household.ts'
import { periodStart } from '#domain/plans/periods.ts'
import type { PlanInterval } from '#domain/plans/plans.ts'
import {
  type MoveAnswer,
  type MovedGroup,
  type MovePreview,
  moveMembersInput,
  priceNoticeDays,
} from '#domain/plans/price-moves.ts'
import { dayMs } from '#domain/values/durations.ts'
import { dateIn } from '#domain/values/zones.ts'
import { action, type ClinicCtx } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { writeNotice } from '#server/features/notices/write-notice.ts'
import { versionMoney } from '#server/features/plans/covered-household.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { fullPeriodCents } from '../paid-time.ts'
import { householdOf } from './household-change.ts'
import { type Changeable, readChangeable } from './load-changeable.ts'

/**
 * Moves members of a plan's earlier versions to the current version: mails them now, and applies its price from their
 * first period after the notice (30 days, for yearly plans 45). Until then, they can cancel. Coupons stay. Without
 * `agreed` it returns the affected members and changes nothing.
 * @throws AppError `not_found`, `plan_not_published`; `plan_changed` if the members differ from those shown
 */
export const moveMembers = action({
  name: 'move-members',
  input: moveMembersInput,
  access: 'plans:write',
  system: 'Stripe’s ids are granted to no caller',
  run: (tx, ctx, { planId, agreed }): Promise<MoveAnswer> =>
    asSystem(tx, async () => {
      const plan = await tx
        .selectFrom('plans as p')
        .innerJoin('plan_versions as v', (join) =>
          join
            .onRef('v.clinic_id', '=', 'p.clinic_id')
            .onRef('v.plan_id', '=', 'p.id')
            .on('v.superseded_at', 'is', null),
        )
        .select(['p.status', 'v.id as versionId'])
        .where('p.clinic_id', '=', ctx.clinicId)
        .where('p.id', '=', planId)
        .forUpdate('p')
        .executeTakeFirst()
      if (!plan) throw new AppError('not_found')
      if (plan.status !== 'published') throw new AppError('plan_not_published')
      const { moves, keptCount, money } = await plannedMoves(tx, ctx, planId, plan.versionId)
      if (!agreed) return { preview: previewOf(moves, keptCount, money), announced: 0 }
      const known = await tx
        .selectFrom('subscription_changes as c')
        .innerJoin('subscriptions as s', (join) =>
          join.onRef('s.clinic_id', '=', 'c.clinic_id').onRef('s.id', '=', 'c.subscription_id'),
        )
        .select('c.id')
        .where('c.clinic_id', '=', ctx.clinicId)
        .where('s.plan_id', '=', planId)
        .where('c.attempt', '=', agreed.attempt)
        .execute()
      if (known.length > 0) return { preview: null, announced: known.length }
      if (moves.length !== agreed.count) throw new AppError('plan_changed')
      for (const move of moves) await announce(tx, ctx, move, plan.versionId, agreed.attempt)
      await audit(tx, 'plan.members_moved', { type: 'plan', id: planId }, { count: moves.length })
      return { preview: null, announced: moves.length }
    }),
})

interface Move {
  present: Changeable
  versionNumber: number
  /** For all covered people, and for an adult. */
  fromCents: number
  toCents: number
  adultFromCents: number
  effectiveAt: Date
}

async function plannedMoves(tx: Tx, ctx: ClinicCtx, planId: string, versionId: string) {
  const now = ctx.now()
  const { money } = await versionMoney(tx, ctx.clinicId, versionId)
  const rows = await tx
    .selectFrom('subscriptions as s')
    .innerJoin('plan_versions as v', (join) =>
      join.onRef('v.clinic_id', '=', 's.clinic_id').onRef('v.id', '=', 's.version_id'),
    )
    .select(['s.id', 'v.number'])
    .where('s.clinic_id', '=', ctx.clinicId)
    .where('s.plan_id', '=', planId)
    .where('s.version_id', '<>', versionId)
    .where('s.status', 'in', ['trialing', 'active', 'past_due', 'unpaid', 'paused'])
    .orderBy('s.id')
    .execute()
  const moves: Move[] = []
  for (const { id, number } of rows) {
    const present = await readChangeable(tx, ctx.clinicId, id, now)
    const effectiveAt = firstPeriodAfter(
      present,
      new Date(now.getTime() + priceNoticeDays[money.interval] * dayMs),
    )
    if (
      !(await canMove(tx, present, money.interval, effectiveAt)) ||
      (present.members.length > 1 && !coversHousehold(money))
    )
      continue
    const household = householdOf(present)
    const day = dateIn(effectiveAt, present.timeZone)
    moves.push({
      present,
      versionNumber: number,
      fromCents: fullPeriodCents(present.money, household, day),
      toCents: fullPeriodCents(money, household, day),
      adultFromCents: present.money.amountCents,
      effectiveAt,
    })
  }
  return { moves, keptCount: rows.length - moves.length, money }
}

async function canMove(
  tx: Tx,
  { id, clinicId, status, endsWithPeriod, isMoving, money, coupon, startedAt }: Changeable,
  interval: PlanInterval,
  from: Date,
): Promise<boolean> {
  if (!['trialing', 'active', 'past_due'].includes(status) || endsWithPeriod || isMoving) return false
  if (money.interval !== interval) return false
  if (coupon && isDiscounted(coupon, { from, joinedAt: startedAt })) return false
  const waiting = await tx
    .selectFrom('subscription_changes')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('subscription_id', '=', id)
    .where('state', 'in', ['pending', 'scheduled'])
    .executeTakeFirst()
  return waiting === undefined
}

function firstPeriodAfter({ periodEnd, money }: Changeable, moment: Date): Date {
  for (let number = 0; ; number++) {
    const start = periodStart(periodEnd, money.interval, number)
    if (start.getTime() >= moment.getTime()) return start
  }
}

function previewOf(
  moves: readonly Move[],
  keptCount: number,
  money: { interval: PlanInterval; currency: string; amountCents: number },
): MovePreview {
  const groups = new Map<number, MovedGroup>()
  for (const { present, versionNumber, adultFromCents, effectiveAt } of moves) {
    const on = dateIn(effectiveAt, present.timeZone)
    const group = groups.get(versionNumber)
    groups.set(versionNumber, {
      versionNumber,
      members: (group?.members ?? 0) + 1,
      fromCents: adultFromCents,
      toCents: money.amountCents,
      firstOn: group && group.firstOn < on ? group.firstOn : on,
      lastOn: group && group.lastOn > on ? group.lastOn : on,
    })
  }
  return {
    interval: money.interval,
    currency: money.currency,
    noticeDays: priceNoticeDays[money.interval],
    groups: [...groups.values()].sort((a, b) => b.versionNumber - a.versionNumber),
    count: moves.length,
    differenceCents: moves.reduce((sum, { fromCents, toCents }) => sum + toCents - fromCents, 0),
    keptCount,
  }
}

async function announce(
  tx: Tx,
  ctx: ClinicCtx,
  { present, fromCents, toCents, effectiveAt }: Move,
  versionId: string,
  attempt: string,
): Promise<void> {
  const { id } = await tx
    .insertInto('subscription_changes')
    .values({
      clinic_id: ctx.clinicId,
      subscription_id: present.id,
      kind: 'price',
      state: 'scheduled',
      attempt,
      quoted_cents: 0,
      quoted_at: ctx.now(),
      effective_at: effectiveAt,
      version_id: versionId,
      details: JSON.stringify({ isNow: false, fromCents, toCents }),
      created_at: ctx.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const fact = { clinicId: ctx.clinicId, kind: 'plan_change' as const, subjectId: id, key: `${id}:soon` }
  await writeNotice(tx, fact, ctx.now())
}
