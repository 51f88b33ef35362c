import { useQuery } from '@tanstack/react-query'
import { clinicKey } from './query-client.ts'

/** The part of GET /settings that the pages use. */
interface AuthSettings {
  external: Record<string, boolean>
}

/** Whether sign-in with a provider is enabled; false until known. */
export function useIsProviderOn(provider: string): boolean {
  const { data } = useQuery({
    // the same for every clinic of this installation
    queryKey: clinicKey(null, 'auth-settings'),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<AuthSettings> => {
      const response = await fetch('/auth/v1/settings', { signal })
      if (!response.ok) throw new Error(`auth settings: ${response.status}`)
      return (await response.json()) as AuthSettings
    },
  })
  return data?.external[provider] === true
}
