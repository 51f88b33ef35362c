import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { MemberFilters, MemberPage, MemberView } from '#domain/memberships/member-list.ts'
import { callFunction, rest } from '#web/lib/fetch/api.ts'
import { clinicKey, membersTimes } from '#web/lib/fetch/query-client.ts'

/** Position of a page: after or before a member; empty: the newest. */
export interface ListPlace {
  afterId?: string
  beforeId?: string
}

/** A page of members, newest first. The previous page stays until the next has loaded. */
export function membersQuery(slug: string | null, filters: MemberFilters, place: ListPlace) {
  return queryOptions({
    queryKey: clinicKey(slug, 'members', filters, place),
    ...membersTimes,
    placeholderData: keepPreviousData,
    queryFn: () => callFunction('list-members', { ...filters, ...place }),
  })
}

export interface PlanChoice {
  id: string
  name: string
  isClosed: boolean
}

export function planChoicesQuery(slug: string | null) {
  return queryOptions({
    queryKey: clinicKey(slug, 'plan-choices'),
    staleTime: 2 * 60_000,
    queryFn: async ({ signal }): Promise<PlanChoice[]> => {
      const { data, error } = await rest
        .from('plans')
        .select('id,name,status')
        .neq('status', 'draft')
        .order('name')
        .abortSignal(signal)
      if (error) throw error
      const plans = data.map(({ id, name, status }) => ({ id, name, isClosed: status !== 'published' }))
      return [...plans.filter(({ isClosed }) => !isClosed), ...plans.filter(({ isClosed }) => isClosed)]
    },
  })
}

/** A member from a loaded page of the list, so that their own page opens at once. */
export function listedMember(
  queryClient: QueryClient,
  slug: string | null,
  membershipId: string,
): MemberView | null {
  const pages = queryClient.getQueriesData<MemberPage>({ queryKey: clinicKey(slug, 'members') })
  for (const [, page] of pages) {
    const member = page?.members.find(({ id }) => id === membershipId)
    if (member) return member
  }
  return null
}
