import type { Factor } from '@supabase/auth-js'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { auth } from '#web/lib/session/auth.ts'

export interface OwnFactors {
  factors: Factor[]
  recovery: { total: number; remaining: number } | null
}

export function ownFactorsQuery(slug: string | null) {
  return queryOptions({
    queryKey: clinicKey(slug, 'own-factors'),
    staleTime: 0,
    queryFn: async (): Promise<OwnFactors> => {
      const { data, error } = await auth.mfa.listFactors()
      if (error) throw error
      const factors = data.all.filter(({ status }) => status === 'verified')
      const hasCodes = factors.some(({ factor_type }) => factor_type === 'recovery_code')
      return { factors, recovery: hasCodes ? await recoveryStatus() : null }
    },
  })
}

async function recoveryStatus(): Promise<OwnFactors['recovery']> {
  const { data, error } = await auth.mfa.recoveryCodes.getStatus()
  if (error) throw error
  return data
}

export function useFactorsChanged(): () => Promise<void> {
  const queryClient = useQueryClient()
  const slug = useClinicSlug()
  return () => queryClient.invalidateQueries({ queryKey: ownFactorsQuery(slug).queryKey })
}

/** Stores in the account that the user has saved the codes, so that the reminder survives a reload. */
export async function markCodesKept(isKept: boolean): Promise<void> {
  const { error } = await auth.updateUser({ data: { recovery_codes_kept: isKept } })
  if (error) throw error
}

/** Removes unverified factors of earlier attempts, to free their names. */
export async function dropWaiting(kind: 'totp' | 'phone' | 'webauthn'): Promise<void> {
  const { data } = await auth.mfa.listFactors()
  const waiting = data?.all.filter(({ factor_type, status }) => factor_type === kind && status !== 'verified')
  for (const { id } of waiting ?? []) await auth.mfa.unenroll({ factorId: id })
}

/** @throws the refusal */
export async function removeFactor(factorId: string): Promise<void> {
  const { error } = await auth.mfa.unenroll({ factorId })
  if (error) throw error
  // the token still contains the old factors
  await auth.refreshSession()
}

export function knowsPasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function' && navigator.credentials !== undefined
}
