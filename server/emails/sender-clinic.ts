import { type Config, clinicOrigin } from '#server/platform/config/config.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { brandOf, type MailBrand, type SenderClinic } from './brand.ts'

/** Reads what mails show of a clinic. */
export function senderClinic(
  tx: Tx,
  config: Config,
  clinicId: string,
): Promise<SenderClinic & { subdomain: string }> {
  return asSystem(tx, async () => {
    const row = await tx
      .selectFrom('clinics as c')
      .leftJoin('clinic_mail as m', 'm.clinic_id', 'c.id')
      .leftJoin('files as f', (join) =>
        join.onRef('f.clinic_id', '=', 'c.id').on('f.kind', '=', 'logo').on('f.attached_at', 'is not', null),
      )
      .select(['c.id', 'c.name', 'c.color', 'c.subdomain', 'c.time_zone as timeZone', 'c.phone'])
      .select(['m.reply_to as replyTo', 'f.id as logoId', 'f.width', 'f.height'])
      .where('c.id', '=', clinicId)
      .executeTakeFirstOrThrow()
    const { logoId, width, height, ...clinic } = row
    if (!logoId || !width || !height) return { ...clinic, logo: null }
    const address = new URL(`/files/v1/${logoId}`, clinicOrigin(config, clinic.subdomain)).href
    return { ...clinic, logo: { address, width, height } }
  })
}

/** @param clinicId null: Carefold */
export async function readBrand(tx: Tx, config: Config, clinicId: string | null): Promise<MailBrand> {
  return brandOf(clinicId === null ? null : await senderClinic(tx, config, clinicId))
}
