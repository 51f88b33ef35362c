import { brandShades, clinicBrandInput } from '#domain/clinics/clinic-brand.ts'
import type { SavedVersion } from '#domain/versions.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { nextVersion } from '#server/clinic/own-record.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { requireFeature } from '../clinic-tier/tier-features.ts'

/**
 * Saves a clinic's color and whether its pages name Carefold.
 * @throws AppError `not_allowed` unless the actor may `clinic:update`; `changed_elsewhere`, `clinic_tier_lacks_feature`
 */
export const saveClinicBrand = action({
  name: 'save-clinic-brand',
  input: clinicBrandInput,
  access: 'clinic:update',
  run: (tx, ctx, { version: seen, brand }): Promise<SavedVersion> =>
    asSystem(tx, async () => {
      const { clinicId } = ctx
      await tx.selectFrom('clinics').select('id').where('id', '=', clinicId).forUpdate().execute()
      await requireFeature(tx, clinicId, 'white_labeling', { now: ctx.now(), path: '' })
      const saved = await tx
        .selectFrom('clinic_brands')
        .select('version')
        .where('clinic_id', '=', clinicId)
        .executeTakeFirst()
      const shades = brand.ownsColor ? brandShades(brand.color) : null
      const row = {
        color: brand.ownsColor ? brand.color : null,
        light: shades?.light ?? null,
        dark: shades?.dark ?? null,
        hides_carefold: brand.hidesCarefold,
        version: nextVersion(seen, saved),
        updated_at: ctx.now(),
      }
      await tx
        .insertInto('clinic_brands')
        .values({ clinic_id: clinicId, ...row })
        .onConflict((conflict) => conflict.column('clinic_id').doUpdateSet(row))
        .execute()
      await audit(tx, 'clinic.brand_saved', { type: 'clinic', id: clinicId }, { ...brand }, clinicId)
      return { version: row.version }
    }),
})
