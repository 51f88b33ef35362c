import type { User } from '@supabase/auth-js'
import { paths } from '#domain/paths.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { TextLink } from '#web/components/text-link.tsx'

const texts = accessTexts.join

export function NotYou({ user }: { user: User }) {
  return (
    <>
      <p className="break-words">{texts.completionSignedInAs(user.email ?? '')}</p>
      <p>
        <TextLink to={paths.logout}>{texts.completionNotYou}</TextLink>
      </p>
    </>
  )
}
