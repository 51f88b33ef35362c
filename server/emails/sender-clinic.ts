import { sql } from 'kysely'
import { type Config, clinicOrigin } from '#server/platform/config/config.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { brandOf, type MailBrand, type SenderClinic } from './brand.ts'

interface SenderRow extends Omit<SenderClinic, 'logo'> {
  subdomain: string
  logoId: string | null
  width: number | null
  height: number | null
}

/** Reads what mails show of a clinic. */
export function senderClinic(
  tx: Tx,
  config: Config,
  clinicId: string,
): Promise<SenderClinic & { subdomain: string }> {
  return asSystem(tx, async () => {
    const { rows } = await sql<SenderRow>`
      select s.id, s.name, s.color, s.subdomain, s.time_zone as "timeZone", s.phone, s.reply_to as "replyTo",
             s.logo_id as "logoId", s.width, s.height
        from app.sender_clinic(${clinicId}) s`.execute(tx)
    const [row] = rows
    if (!row) throw new Error('a mail names a clinic that does not exist')
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
