import { billingAddressInput } from '#domain/clinic-tier/billing-address.ts'
import type { SavedVersion } from '#domain/versions.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { lockClinic } from '#server/clinic/lock-clinic.ts'
import { nextVersion } from '#server/clinic/own-record.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { syncBillingAddressJob } from './sync-billing-address.ts'

/**
 * Saves the name and address on Carefold's invoices to the clinic, from the next invoice on (docs/specification.md
 * B2.8).
 * @throws AppError `not_allowed`, `second_step_required`; `changed_elsewhere`
 */
export const saveBillingAddress = action({
  name: 'save-billing-address',
  input: billingAddressInput,
  access: 'billing:write',
  async run(tx, ctx, { version: seen, postalCode, line2, ...address }): Promise<SavedVersion> {
    const { clinicId } = ctx
    await lockClinic(tx, clinicId)
    const saved = await tx
      .selectFrom('billing_addresses')
      .select('version')
      .where('clinic_id', '=', clinicId)
      .executeTakeFirst()
    const row = {
      ...address,
      line2: line2 || null,
      postal_code: postalCode.toUpperCase(),
      version: nextVersion(seen, saved),
      updated_at: ctx.now(),
      synced_at: null,
    }
    return asSystem(tx, async () => {
      await tx
        .insertInto('billing_addresses')
        .values({ clinic_id: clinicId, ...row })
        .onConflict((conflict) => conflict.column('clinic_id').doUpdateSet(row))
        .execute()
      await audit(tx, 'clinic.billing_address_changed', { type: 'clinic', id: clinicId })
      await ctx.jobs.enqueue(tx, syncBillingAddressJob, { clinicId })
      return { version: row.version }
    })
  },
})
