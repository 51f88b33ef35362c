import { useState } from 'react'
import { accessTexts } from '#domain/texts/access.ts'
import { OrDivider } from '#web/components/or-divider.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { config } from '#web/lib/page/config.ts'
import { type GoogleIntent, goToGoogle, prepareToLeave } from '#web/lib/session/google-sign-in.ts'

const texts = accessTexts.google

export function GoogleButton({ label, intent }: { label: string; intent: GoogleIntent }) {
  const [isLeaving, setLeaving] = useState(false)
  if (!config.hasGoogle) return null

  async function leave(): Promise<void> {
    setLeaving(true)
    const clinicQuery = new URL(withClinic('/'), location.origin).search
    const error = await goToGoogle(intent, clinicQuery)
    if (!error) return
    setLeaving(false)
    toast.error(texts.startFailed('Google'), { description: texts.signInFailedDefault })
  }

  return (
    <>
      <OrDivider />
      <Button
        variant="outline"
        size="large"
        className="w-full"
        aria-disabled={isLeaving || undefined}
        onPointerEnter={prepareToLeave}
        onFocus={prepareToLeave}
        onClick={() => void (isLeaving || leave())}
      >
        <GoogleMark />
        {label}
      </Button>
    </>
  )
}

/** Google's own colors, as its branding terms require. */
function GoogleMark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 18 18" className="size-4.5 flex-none">
      <path
        fill="#4285F4"
        d="M17.64 9.2c0-.64-.06-1.25-.16-1.84H9v3.48h4.84a4.14 4.14 0 0 1-1.8 2.72v2.26h2.92c1.7-1.57 2.68-3.88 2.68-6.62z"
      />
      <path
        fill="#34A853"
        d="M9 18c2.43 0 4.47-.8 5.96-2.18l-2.92-2.26c-.8.54-1.84.86-3.04.86-2.34 0-4.33-1.58-5.04-3.71H.96v2.33A9 9 0 0 0 9 18z"
      />
      <path fill="#FBBC05" d="M3.96 10.71a5.41 5.41 0 0 1 0-3.42V4.96H.96a9 9 0 0 0 0 8.08l3-2.33z" />
      <path
        fill="#EA4335"
        d="M9 3.58c1.32 0 2.5.45 3.44 1.35l2.58-2.59A9 9 0 0 0 .96 4.96l3 2.33C4.67 5.16 6.66 3.58 9 3.58z"
      />
    </svg>
  )
}
