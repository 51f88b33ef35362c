import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { type SupportView, supportAccessInput } from '#domain/support/support.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { requireOperator } from '../operator/require-operator.ts'

/**
 * Returns a clinic's settings to the operator during an approved access. The database shows them to the requester only.
 * Audited in the clinic's trail.
 * @throws AppError `not_allowed`, `second_step_required` unless the operator; `support_over`, also for an unknown
 * access
 */
export const supportView = action({
  name: 'support-view',
  input: supportAccessInput,
  access: 'signed-in',
  async run(tx, ctx, { accessId }): Promise<SupportView> {
    await requireOperator(tx, ctx)
    const now = ctx.now()
    const found = await asSystem(tx, () =>
      tx
        .selectFrom('app.support_access as s')
        .innerJoin('clinics as c', 'c.id', 's.clinic_id')
        .select(['s.clinic_id', 's.ends_at', 'c.name'])
        .where('s.id', '=', accessId)
        .executeTakeFirst(),
    )
    if (!found?.ends_at) throw new AppError('support_over')
    await audit(tx, 'support.viewed', { type: 'support_access', id: accessId }, {}, found.clinic_id)
    const { rows } = await sql<{ clinic: string | null }>`
      select app.enter_support(${accessId}, ${now}) as clinic`.execute(tx)
    // rolls the audit row back
    if (!rows[0]?.clinic) throw new AppError('support_over')
    return { clinicName: found.name, endsAt: found.ends_at.toISOString(), ...(await readSetup(tx)) }
  },
})

/** Role `clinic_support`: Postgres limits it to one clinic's rows and the columns of its setup. */
async function readSetup(tx: Tx): Promise<Omit<SupportView, 'clinicName' | 'endsAt'>> {
  const [security, billing, payouts, plans, kinds, providers, messages, scheduling] = await Promise.all([
    tx.selectFrom('clinic_security').select('requires_mfa').executeTakeFirst(),
    tx
      .selectFrom('clinic_billing')
      .select(['tier', 'rate_bps as rateBps', 'subscription_status as status'])
      .executeTakeFirstOrThrow(),
    tx
      .selectFrom('payout_accounts')
      .select(['state', 'requirements_due as due', 'requirements_past_due as pastDue'])
      .select('disabled_reason as disabledReason')
      .executeTakeFirst(),
    tx.selectFrom('plans').select(['name', 'kind', 'status']).orderBy('name').orderBy('id').execute(),
    tx
      .selectFrom('appointment_types')
      .select(['key', 'duration_minutes as minutes', 'place', 'is_active as isActive'])
      .orderBy('position')
      .orderBy('key')
      .execute(),
    tx.selectFrom('providers').select(['is_active', 'is_public']).execute(),
    tx
      .selectFrom('message_settings')
      .select(['reply_within as replyWithin', 'away_until as awayUntil'])
      .executeTakeFirst(),
    tx.selectFrom('scheduling_settings').select('calendar_names').executeTakeFirst(),
  ])
  const active = providers.filter(({ is_active }) => is_active)
  return {
    // a clinic without a row requires two steps
    twoStep: security?.requires_mfa ?? true,
    billing,
    payouts: payouts ? { ...payouts, state: payouts.state ?? 'created' } : null,
    plans,
    visitKinds: kinds,
    providers: { active: active.length, hidden: active.filter(({ is_public }) => !is_public).length },
    messages: messages ? { ...messages, awayUntil: messages.awayUntil } : null,
    calendarNames: scheduling?.calendar_names ?? false,
  }
}
