import { useMutation } from '@tanstack/react-query'
import { accountTexts } from '#domain/texts/account.ts'
import { Button } from '#web/components/ui/button.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { describeRefusal, hasJustBeenSent } from '#web/lib/fetch/refusals.ts'
import { auth } from '#web/lib/session/auth.ts'

const texts = accountTexts.password

export function SendCode({ email }: { email: string }) {
  const send = useMutation({
    mutationFn: async () => {
      const { error } = await auth.reauthenticate()
      // within the cooldown: the mail has been sent
      if (error && !hasJustBeenSent(error)) throw error
    },
    onError: (error) => toast.error(texts.codeFailed, describeRefusal(error, texts.failedDetail)),
  })
  return (
    <div className="space-y-3">
      <p className="text-form text-muted">{texts.prove}</p>
      <Button variant="outline" disabled={send.isPending} onClick={() => send.mutate()}>
        {send.isPending ? texts.sendingCode : send.isSuccess ? texts.sendCodeAgain : texts.sendCode}
      </Button>
      <p role="status" className="text-form empty:hidden">
        {send.isSuccess ? texts.codeSent(email) : ''}
      </p>
    </div>
  )
}
