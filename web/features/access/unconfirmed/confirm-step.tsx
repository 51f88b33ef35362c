import type { User } from '@supabase/auth-js'
import { useState } from 'react'
import { accessTexts } from '#domain/texts/access.ts'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { ConfirmAddress } from './confirm-address.tsx'
import { ConfirmAddressDialog } from './confirm-address-dialog.tsx'

const texts = accessTexts.unconfirmed

/** Between a new account and the review of its plan. The confirmed session ends it. */
export function ConfirmStep({
  user,
  clinicName,
  onLater,
}: {
  user: User
  clinicName: string
  onLater(): void
}) {
  return (
    <div className="mx-auto max-w-130">
      <PageHeading title={texts.title} site={clinicName} />
      <Card fold className="mt-6 sm:p-8">
        <ConfirmAddress user={user} />
      </Card>
      <Button variant="quiet" className="mt-4 w-full" onClick={onLater}>
        {texts.later}
      </Button>
      <p className="mt-1 text-center text-note text-muted">{texts.laterHint}</p>
    </div>
  )
}

/** Above the review of a plan, whose payment a mistyped address would separate from the patient. */
export function UnconfirmedNote({ user }: { user: User }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="mx-auto mb-6 max-w-130">
      <Notice tone="info">
        <p className="break-words">{texts.beforePaying(user.email ?? '')}</p>
        <Button variant="link" className="mt-1" onClick={() => setOpen(true)}>
          {texts.open}
        </Button>
      </Notice>
      <ConfirmAddressDialog user={user} isOpen={isOpen} onClose={() => setOpen(false)} />
    </div>
  )
}
