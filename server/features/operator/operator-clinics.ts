import { sql } from 'kysely'
import { type OperatorClinic, operatorClinicsInput, operatorListLimit } from '#domain/operator/operator.ts'
import { action } from '#server/platform/action.ts'
import { audit } from '#server/platform/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { requireOperator } from './require-operator.ts'

/**
 * The installation's clinics, newest first: state and billing, and how many members, never who.
 *
 * @throws AppError `not_allowed`, `second_step_required`
 */
export const operatorClinics = action({
  name: 'operator-clinics',
  input: operatorClinicsInput,
  access: 'signed-in',
  async run(tx, ctx, { search }): Promise<{ clinics: OperatorClinic[]; total: number }> {
    await requireOperator(tx, ctx)
    await audit(tx, 'operator.viewed_clinics', null, { searched: search !== '' })
    return asSystem(tx, async () => {
      const typed = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
      const [{ rows }, count] = await Promise.all([
        sql<Omit<OperatorClinic, 'createdAt'> & { createdAt: Date }>`
          select c.id, c.name, c.subdomain, c.created_at as "createdAt",
                 (select count(*)::int from app.member_entries e where e.clinic_id = c.id) as members,
                 case when b.tier is null then null when b.tier = 'free' then 'partnership' else 'tier' end as policy,
                 nullif(b.tier, 'free') as tier, coalesce(a.charges_enabled, false) as "takesPayments",
                 (select count(*)::int from public.clinic_invoices i
                   where i.clinic_id = c.id and i.kind = 'commission' and i.status in ('open', 'uncollectible')
                     and i.past_due_at is not null) as "unpaidStatements"
            from public.clinics c
            left join public.clinic_billing b on b.clinic_id = c.id
            left join public.payout_accounts a on a.clinic_id = c.id
           where c.name ilike ${typed} or c.subdomain ilike ${typed}
           order by c.created_at desc, c.id limit ${operatorListLimit}`.execute(tx),
        sql<{ count: number }>`select count(*)::int as count from public.clinics`.execute(tx),
      ])
      return {
        clinics: rows.map(({ createdAt, ...clinic }) => ({ ...clinic, createdAt: createdAt.toISOString() })),
        total: count.rows[0]?.count ?? 0,
      }
    })
  },
})
