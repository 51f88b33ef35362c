import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AddSsoProviderInput, SsoProviderView } from '#domain/single-sign-on/providers.ts'
import { useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

export function organizationsQuery(slug: string | null) {
  return queryOptions({
    queryKey: clinicKey(slug, 'sign-in-organizations'),
    enabled: slug !== null,
    staleTime: 5 * 60_000,
    queryFn: () => callFunction('sign-in-organizations'),
  })
}

export function ssoSettingsQuery(slug: string | null) {
  return queryOptions({
    queryKey: clinicKey(slug, 'sso-settings'),
    queryFn: () => callFunction('sso-settings'),
  })
}

export function useSsoProviders() {
  const queryClient = useQueryClient()
  const slug = useClinicSlug()
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: ssoSettingsQuery(slug).queryKey })
  return {
    add: useMutation({
      mutationFn: (input: AddSsoProviderInput) => callFunction('add-sso-provider', input),
      onSuccess,
    }),
    flip: useMutation({
      mutationFn: ({ id, isEnabled }: Pick<SsoProviderView, 'id' | 'isEnabled'>) =>
        callFunction('switch-sso-provider', { providerId: id, isEnabled }),
      onSuccess,
    }),
    check: useMutation({
      mutationFn: (domain: string) => callFunction('check-sso-domain', { domain }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (id: string) => callFunction('remove-sso-provider', { providerId: id }),
      onSuccess,
    }),
  }
}
