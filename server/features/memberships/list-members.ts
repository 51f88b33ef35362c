import { listMembersInput, type MemberListing } from '#domain/memberships/inputs.ts'
import { type MemberPage, type MemberView, membersPerPage } from '#domain/memberships/member-list.ts'
import { action } from '#server/clinic/action.ts'
import { recordRead } from '#server/clinic/record-read.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { coversOf } from './covers-of.ts'
import { countMembers, listedMemberships, readMembers, searchedTables } from './member-queries.ts'
import { phonesOf } from './phones-of.ts'

/**
 * Returns a page of the clinic's members, newest first, with patients' phone numbers (docs/specification.md B2.10).
 * Audits the read of its patients.
 * The cursor is a member of another page; beyond the last member it returns the first page.
 */
export const listMembers = action({
  name: 'list-members',
  input: listMembersInput,
  access: 'patients:read',
  system: 'names of members are found before the second step, in a list that no caller reads',
  async run(tx, ctx, input): Promise<MemberPage> {
    const page = await asSystem(tx, async () => {
      const [{ ids, hasPrevious, hasNext }, total] = await Promise.all([
        pageOf(tx, ctx.clinicId, input),
        countMembers(tx, ctx.clinicId),
      ])
      const members = await readMembers(tx, ctx.clinicId, ids, { now: ctx.now(), seesMoney: false })
      return {
        members: members.map(({ plans: _plans, endedAt: _endedAt, ...member }): MemberView => member),
        total,
        previous: hasPrevious ? (ids[0] ?? null) : null,
        next: hasNext ? (ids.at(-1) ?? null) : null,
      }
    })
    const patients = page.members.flatMap(({ patientId }) => patientId ?? [])
    const phones = await phonesOf(tx, ctx.clinicId, patients)
    const covers = await coversOf(tx, ctx.clinicId, patients, ctx.now())
    await recordRead(tx, searchedTables(input.search, patients.length > 0), patients, 'members')
    const members = page.members.map((member) => ({
      ...member,
      phone: phones.get(member.patientId ?? '') ?? null,
      cover: covers.get(member.patientId ?? '') ?? null,
    }))
    return { ...page, members }
  },
})

async function pageOf(
  tx: Tx,
  clinicId: string,
  { afterId: after, beforeId: before, ...filter }: MemberListing,
) {
  // one more than shown reveals whether there is a further page
  const read = (place: { after?: string; before?: string }) =>
    listedMemberships(tx, clinicId, filter, place, membersPerPage + 1)
  if (before) {
    const ids = await read({ before })
    // fewer than a page: returns the first page in full
    if (ids.length > membersPerPage)
      return { ids: ids.slice(-membersPerPage), hasPrevious: true, hasNext: true }
  }
  const ids = after && !before ? await read({ after }) : []
  const isBeyond = ids.length > 0
  const shown = isBeyond ? ids : await read({})
  return {
    ids: shown.slice(0, membersPerPage),
    hasPrevious: isBeyond,
    hasNext: shown.length > membersPerPage,
  }
}
