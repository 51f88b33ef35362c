import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { PersonView } from '#domain/memberships/person.ts'
import { callFunction } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { clinicKey } from '#web/lib/query-client.ts'
import { listedMember } from './queries.ts'

/**
 * Who somebody is to the clinic; null: nobody whom it knows. What the list has just shown is there at once.
 *
 * @param id of the membership, or of the patient's record
 */
export function personQuery(queryClient: QueryClient, slug: string | null, id: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'person', id),
    refetchOnWindowFocus: true,
    placeholderData: () => {
      const listed = listedMember(queryClient, slug, id)
      return listed ? personOf(listed) : undefined
    },
    queryFn: async (): Promise<PersonView | null> => {
      try {
        return await callFunction('person', { personId: id })
      } catch (error) {
        // an address that was typed or cut is no id
        if (error instanceof ApiError && ['not_found', 'invalid_input'].includes(error.code)) return null
        throw error
      }
    },
  })
}

function personOf({ id, ...member }: NonNullable<ReturnType<typeof listedMember>>): PersonView {
  return { ...member, membershipId: id, endedAt: null, plans: member.plan ? [member.plan] : [] }
}
