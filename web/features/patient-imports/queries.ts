import { queryOptions } from '@tanstack/react-query'
import type { PatientImportView } from '#domain/patient-imports/patient-imports.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

const askAgainMs = 1_000

export function importQuery(subdomain: string, importId: string) {
  return queryOptions({
    queryKey: clinicKey(subdomain, 'patient-import', importId),
    queryFn: async (): Promise<PatientImportView | null> =>
      (await callFunction('patient-import', { importId })).found,
    refetchInterval: ({ state }) => (state.data && !state.data.isDone ? askAgainMs : false),
  })
}
