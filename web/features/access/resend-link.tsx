import { accessTexts } from '#domain/texts/access.ts'
import { Button } from '#web/components/ui/button.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { errorSentence } from '#web/lib/fetch/refusals.ts'
import { resendConfirmation } from './resend-confirmation.ts'

const texts = accessTexts.login

export function ResendLink({ email }: { email: string }) {
  async function resend(): Promise<void> {
    const error = await resendConfirmation(email)
    if (error) toast.error(errorSentence(error, accessTexts.unexpected))
    else toast.success(texts.resent)
  }
  return (
    <Button variant="link" className="mt-1" onClick={() => void resend()}>
      {texts.resend}
    </Button>
  )
}
