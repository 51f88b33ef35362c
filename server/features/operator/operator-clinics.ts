import { sql } from 'kysely'
import { type OperatorClinic, operatorClinicsInput, operatorListLimit } from '#domain/operator/operator.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { requireOperator } from './require-operator.ts'

/**
 * Returns the installation's clinics, newest first, with state, billing and the number of members.
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
                 nullif(b.tier, 'free') as tier, c.currency,
                 (select jsonb_build_object('fromMonth', f.from_month, 'policy', f.policy, 'feeCents', f.fee_cents)
                    from public.fee_agreements f where f.clinic_id = c.id
                   order by f.from_month desc limit 1) as fee, coalesce(a.charges_enabled, false) as "takesPayments",
                 (select count(*)::int from public.clinic_invoices i
                   where i.clinic_id = c.id and i.kind = 'commission' and i.status in ('open', 'uncollectible')
                     and i.past_due_at is not null) as "unpaidStatements"
            from public.clinics c
            left join public.clinic_billing b on b.clinic_id = c.id
            left join public.payout_accounts a on a.clinic_id = c.id
           where (c.name ilike ${typed} or c.subdomain ilike ${typed})
             and not exists (select from app.clinic_closings k where k.clinic_id = c.id and k.erased_at is not null)
           order by c.created_at desc, c.id limit ${operatorListLimit}`.execute(tx),
        sql<{ count: number }>`select count(*)::int as count from public.clinics c
              where not exists (select from app.clinic_closings k where k.clinic_id = c.id and k.erased_at is not null)`.execute(
          tx,
        ),
      ])
      return {
        clinics: rows.map(({ createdAt, ...clinic }) => ({ ...clinic, createdAt: createdAt.toISOString() })),
        total: count.rows[0]?.count ?? 0,
      }
    })
  },
})
