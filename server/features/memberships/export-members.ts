import { type MemberFilter, memberFilterInput } from '#domain/memberships/inputs.ts'
import { memberCsvHead, memberCsvLine, memberCsvName } from '#domain/memberships/member-csv.ts'
import { dateIn } from '#domain/values/zones.ts'
import { type ClinicCtx, outwardAction } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { requirePermission } from '#server/clinic/permission.ts'
import { recordRead } from '#server/clinic/record-read.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { listedMemberships, readMembers } from './member-queries.ts'

const membersPerPart = 500

/**
 * Returns the filtered members of the clinic as CSV, newest first. Each part is a transaction that checks the
 * permission again and audits the read of its patients; members who join meanwhile are left out.
 */
export const exportMembers = outwardAction({
  name: 'export-members',
  input: memberFilterInput,
  access: 'members:export',
  system: 'names of members are found before the second step, in a list that no caller reads',
  asksFreshProof: true,
  async run(ctx, filter): Promise<Response> {
    const clinic = await ctx.transactions.withActor(ctx.caller, async (tx, actor) => {
      await requirePermission(tx, actor, 'members:export')
      // the text may be a name, so only its presence is audited
      const { search, ...choices } = filter
      await audit(tx, 'members.exported', null, { ...choices, searched: search !== '' })
      return tx
        .selectFrom('clinics')
        .select(['subdomain', 'time_zone'])
        .where('id', '=', ctx.clinicId)
        .executeTakeFirstOrThrow()
    })
    const name = memberCsvName(clinic.subdomain, dateIn(ctx.now(), clinic.time_zone))
    return new Response(streamOf(lines(ctx, filter, clinic.time_zone)), {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${name}"`,
        'Cache-Control': 'no-store',
      },
    })
  },
})

function streamOf(parts: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(stream) {
      const { value, done } = await parts.next()
      if (done) stream.close()
      else stream.enqueue(value)
    },
    async cancel() {
      await parts.return(undefined)
    },
  })
}

async function* lines(ctx: ClinicCtx, filter: MemberFilter, timeZone: string): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(memberCsvHead())
  let after: string | undefined
  for (;;) {
    const part = await readPart(ctx, filter, after)
    if (part.length > 0) yield encoder.encode(part.map((member) => memberCsvLine(member, timeZone)).join(''))
    if (part.length < membersPerPart) return
    after = part.at(-1)?.id
  }
}

function readPart(ctx: ClinicCtx, filter: MemberFilter, after: string | undefined) {
  return ctx.transactions.withActor(ctx.caller, async (tx, actor) => {
    await requirePermission(tx, actor, 'members:export')
    const part = await asSystem(tx, async () => {
      const ids = await listedMemberships(tx, ctx.clinicId, filter, after ? { after } : {}, membersPerPart)
      return readMembers(tx, ctx.clinicId, ids, { now: ctx.now(), seesMoney: false })
    })
    const patients = part.flatMap(({ patientId }) => patientId ?? [])
    await recordRead(tx, ['patients'], patients, 'export')
    return part
  })
}
