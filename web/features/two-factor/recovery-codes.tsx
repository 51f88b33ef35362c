import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { twoFactorTexts } from '#domain/texts/two-factor.ts'
import { inFours } from '#domain/two-factor/two-factor.ts'
import { CopyButton } from '#web/components/copy-button.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { downloadText } from '#web/lib/files/download-text.ts'
import { auth } from '#web/lib/session/auth.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import { markCodesKept, useFactorsChanged } from './factors.ts'
import { twoFactorFailure } from './failure.ts'

const texts = twoFactorTexts.recovery

/**
 * @param existing counts of all and unused codes; null before the first
 * @param keptLabel label of the button that hides them
 */
export function RecoveryCodes({
  email,
  existing,
  keptLabel = texts.kept,
  onKept,
}: {
  email: string
  existing: { total: number; remaining: number } | null
  keptLabel?: string
  onKept?: () => void
}) {
  const [codes, setCodes] = useState<string[] | null>(null)
  const [isAsking, setAsking] = useState(false)
  const { user } = useSession()
  const changed = useFactorsChanged()
  const make = useMutation({
    mutationFn: async () => {
      const { recoveryCodes } = auth.mfa
      // before they are shown, so that a reload leaves the reminder
      await markCodesKept(false)
      const { data, error } = existing ? await recoveryCodes.regenerate() : await recoveryCodes.generate()
      if (error) throw error
      return data.codes
    },
    onSuccess: (made) => setCodes(made),
    onError: (error) => toast.error(twoFactorTexts.settings.failed, { description: twoFactorFailure(error) }),
    onSettled: () => setAsking(false),
  })

  const keep = useMutation({
    mutationFn: () => markCodesKept(true),
    onSuccess: () => {
      setCodes(null)
      void changed()
      onKept?.()
    },
    onError: (error) => toast.error(twoFactorTexts.settings.failed, { description: twoFactorFailure(error) }),
  })
  const isUnkept = existing !== null && user?.user_metadata.recovery_codes_kept === false

  if (codes) {
    return (
      <ShownCodes
        codes={codes}
        email={email}
        keptLabel={keptLabel}
        isBusy={keep.isPending}
        onKept={() => keep.mutate()}
      />
    )
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="text-form tabular-nums">
        {existing ? texts.left(existing.remaining, existing.total) : texts.none}
        {isUnkept && <span className="mt-1 block text-warning">{texts.unkept}</span>}
      </p>
      {isUnkept && (
        <SubmitButton
          type="button"
          variant="quiet"
          isBusy={keep.isPending}
          busyText={texts.kept}
          onClick={() => keep.mutate()}
        >
          {texts.kept}
        </SubmitButton>
      )}
      <SubmitButton
        type="button"
        variant={existing ? 'outline' : 'primary'}
        isBusy={make.isPending}
        busyText={texts.busy}
        onClick={() => (existing ? setAsking(true) : make.mutate())}
      >
        {existing ? texts.renew : texts.make}
      </SubmitButton>
      <AlertDialog
        open={isAsking}
        onOpenChange={(open) => make.isPending || setAsking(open)}
        title={texts.ask.title}
        consequence={texts.ask.consequence}
        safeLabel={texts.ask.keep}
        actionLabel={texts.ask.action}
        isBusy={make.isPending}
        onAction={() => make.mutate()}
      />
    </div>
  )
}

function ShownCodes({
  codes,
  email,
  keptLabel,
  isBusy,
  onKept,
}: {
  codes: string[]
  email: string
  keptLabel: string
  isBusy: boolean
  onKept(): void
}) {
  const lines = codes.map((code) => inFours(code, '-')).join('\n')
  return (
    <div className="space-y-4">
      <Notice tone="info">{texts.shown}</Notice>
      <ul className="grid gap-x-8 gap-y-1.5 rounded-control bg-sunken px-5 py-4 font-mono text-form sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{inFours(code, '-')}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <CopyButton value={lines}>{texts.copy}</CopyButton>
        <Button
          variant="outline"
          onClick={() => downloadText(texts.fileName, `${texts.fileHead(email)}\n${lines}\n`, 'text/plain')}
        >
          <Download aria-hidden />
          {texts.download}
        </Button>
        <SubmitButton type="button" isBusy={isBusy} busyText={keptLabel} onClick={onKept}>
          {keptLabel}
        </SubmitButton>
      </div>
    </div>
  )
}
