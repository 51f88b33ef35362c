import type { Services } from '#server/clinic/action.ts'

/**
 * The clinic's customer in the platform's Stripe account, created on first use, with the owner's confirmed address.
 * @returns Stripe's id
 */
export async function ensureClinicCustomer(services: Services, clinicId: string): Promise<string> {
  const { transactions, stripe, clock } = services
  const billing = await transactions.withSystem('clinic-tier:customer', (tx) =>
    tx
      .selectFrom('clinic_billing as b')
      .leftJoin('clinic_memberships as m', (join) =>
        join
          .onRef('m.clinic_id', '=', 'b.clinic_id')
          .on('m.is_owner', '=', true)
          .on('m.ended_at', 'is', null),
      )
      .leftJoin('auth.users as u', (join) =>
        join.onRef('u.id', '=', 'm.user_id').on('u.email_confirmed_at', 'is not', null),
      )
      .select(['b.stripe_customer as customer', 'u.email'])
      .where('b.clinic_id', '=', clinicId)
      .executeTakeFirstOrThrow(),
  )
  if (billing.customer) return billing.customer
  const made = await stripe.customers.create(null, {
    email: billing.email,
    metadata: { clinic: clinicId },
    key: `customer:${clinicId}`,
  })
  return transactions.withSystem('clinic-tier:customer', async (tx) => {
    await tx
      .updateTable('clinic_billing')
      .set({ stripe_customer: made, updated_at: clock.now() })
      .where('clinic_id', '=', clinicId)
      .where('stripe_customer', 'is', null)
      .execute()
    const row = await tx
      .selectFrom('clinic_billing')
      .select('stripe_customer')
      .where('clinic_id', '=', clinicId)
      .executeTakeFirstOrThrow()
    return row.stripe_customer ?? made
  })
}
