import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { OwnSession } from '#domain/account/own-sessions.ts'
import { accountTexts } from '#domain/texts/account.ts'
import { toast } from '#web/components/ui/toast.ts'
import { useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { callAuth } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { auth } from '#web/lib/session/auth.ts'

const texts = accountTexts.sessions

export function ownSessionsQuery(slug: string | null) {
  return queryOptions({
    queryKey: clinicKey(slug, 'own-sessions'),
    queryFn: async () => (await callAuth<{ sessions: OwnSession[] }>('GET', '/user/sessions')).sessions,
    // there may be a new sign-in elsewhere
    staleTime: 0,
  })
}

/** A device's label: "Firefox on Windows". */
export function deviceLabel({ device: { browser, system } }: Pick<OwnSession, 'device'>): string {
  if (browser && system) return texts.device(browser, system)
  return browser ?? system ?? texts.unnamed
}

export function useEndSessions() {
  const queryClient = useQueryClient()
  const slug = useClinicSlug()
  const onSettled = () => queryClient.invalidateQueries({ queryKey: ownSessionsQuery(slug).queryKey })

  const endOne = useMutation({
    mutationFn: (session: OwnSession) => callAuth('DELETE', `/user/sessions/${session.id}`),
    onSuccess: (_answer, session) => toast.success(texts.ended(deviceLabel(session))),
    onError: () => toast.error(texts.failed, { description: texts.failedDetail }),
    onSettled,
  })

  const endOthers = useMutation({
    mutationFn: async () => {
      const { error } = await auth.signOut({ scope: 'others' })
      if (error) throw error
    },
    onSuccess: () => toast.success(texts.othersEnded),
    onError: () => toast.error(texts.failed, { description: texts.failedOthersDetail }),
    onSettled,
  })

  return { endOne, endOthers }
}
