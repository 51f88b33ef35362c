import { infiniteQueryOptions } from '@tanstack/react-query'
import type { LookRow } from '#domain/account/record-looks.ts'
import type { SignIn } from '#domain/account/sign-ins.ts'
import { rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

/** Pages of a list that only grows at its start: the next one begins below the last id. */
const nextBelow = (page: readonly { id: number }[], size: number) =>
  page.length < size ? undefined : page.at(-1)?.id

const signInsPerPage = 20
const looksPerPage = 100

export function signInsQuery(slug: string | null, userId: string) {
  return infiniteQueryOptions({
    queryKey: clinicKey(slug, 'own-sign-ins', userId),
    staleTime: 0,
    initialPageParam: null as number | null,
    queryFn: async ({ pageParam, signal }): Promise<SignIn[]> => {
      const page = { below_id: pageParam, up_to: signInsPerPage }
      const { data, error } = await rest.rpc('sign_ins_for_me', page).abortSignal(signal)
      if (error) throw error
      return data
    },
    getNextPageParam: (page) => nextBelow(page, signInsPerPage),
  })
}

export function looksQuery(slug: string | null, userId: string) {
  return infiniteQueryOptions({
    queryKey: clinicKey(slug, 'own-looks', userId),
    staleTime: 0,
    initialPageParam: null as number | null,
    queryFn: async ({ pageParam, signal }): Promise<LookRow[]> => {
      const page = { below_id: pageParam, up_to: looksPerPage }
      const { data, error } = await rest.rpc('audit_log_for_me', page).abortSignal(signal)
      if (error) throw error
      return data
    },
    getNextPageParam: (page) => nextBelow(page, looksPerPage),
  })
}
