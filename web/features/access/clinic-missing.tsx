import type { User } from '@supabase/auth-js'
import { Link } from 'react-router'
import { paths } from '#domain/paths.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { Button } from '#web/components/ui/button.tsx'
import { AccessCard } from './access-card.tsx'
import { NotYou } from './joining/not-you.tsx'

const texts = accessTexts.join

/** For an invitation link without a clinic; the next page lists the invitations of the address. */
export function ClinicMissing({ user }: { user: User }) {
  return (
    <AccessCard title={texts.completionTitle} lead={texts.noClinic} footer={<NotYou user={user} />}>
      <Button asChild size="large" className="w-full">
        <Link to={paths.home}>{texts.findClinic}</Link>
      </Button>
    </AccessCard>
  )
}
