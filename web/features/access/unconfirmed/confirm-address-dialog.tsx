import type { User } from '@supabase/auth-js'
import { lazy, Suspense } from 'react'
import { accessTexts } from '#domain/texts/access.ts'
import { Dialog, DialogContent } from '#web/components/ui/dialog.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { loadPart } from '#web/lib/page/page-chunks.ts'

const texts = accessTexts.unconfirmed

// loaded on press: the pages around it are read far more often
const ConfirmAddress = lazy(() =>
  loadPart(() => import('./confirm-address.tsx')).then((part) => ({ default: part.ConfirmAddress })),
)

export function ConfirmAddressDialog({
  user,
  isOpen,
  onClose,
}: {
  user: User
  isOpen: boolean
  onClose(): void
}) {
  return (
    <Dialog open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={texts.title}>
        {isOpen && (
          <Suspense
            fallback={
              <Loading>
                <Skeleton className="h-48" />
              </Loading>
            }
          >
            <ConfirmAddress user={user} />
          </Suspense>
        )}
      </DialogContent>
    </Dialog>
  )
}
