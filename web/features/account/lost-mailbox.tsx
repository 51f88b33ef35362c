import type { User } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { accountTexts } from '#domain/texts/account.ts'
import { shellTexts } from '#domain/texts/shell.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { loadPart } from '#web/lib/page/page-chunks.ts'
import { ownAddressChangeQuery } from './lost-mailbox-queries.ts'
import { PendingAddressChange } from './pending-address-change.tsx'

const texts = accountTexts.lostMailbox

const RequestForm = lazy(() =>
  loadPart(() => import('./request-address-change-form.tsx')).then((part) => ({
    default: part.RequestAddressChangeForm,
  })),
)

/** Changes the address of a user who can no longer read the old mailbox (docs/decisions/0178). */
export function LostMailbox({ user }: { user: User }) {
  const own = useQuery(ownAddressChangeQuery(useClinicSlug(), user.id))
  const [isOpen, setOpen] = useState(false)
  if (own.isError && !own.data) {
    return <ErrorState title={shellTexts.readFailedTitle} onRetry={() => void own.refetch()} />
  }
  const fallback = (
    <Loading label={shellTexts.loading}>
      <Skeleton className="h-17 max-w-[28rem]" />
    </Loading>
  )
  if (own.data?.pending) {
    return <PendingAddressChange pending={own.data.pending} onChanged={() => void own.refetch()} />
  }
  if (!isOpen) {
    return (
      <Button variant="link" onClick={() => setOpen(true)}>
        {texts.open}
      </Button>
    )
  }
  if (!own.data) return fallback
  if (own.data.obstacle) return <Notice tone="info">{texts.obstacles[own.data.obstacle]}</Notice>
  return (
    <Suspense fallback={fallback}>
      <RequestForm
        email={user.email ?? ''}
        onRequested={() => {
          setOpen(false)
          void own.refetch()
        }}
        onBack={() => setOpen(false)}
      />
    </Suspense>
  )
}
