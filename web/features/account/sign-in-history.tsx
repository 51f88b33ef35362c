import { useInfiniteQuery } from '@tanstack/react-query'
import { LogIn, ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { signInSentence } from '#domain/account/sign-ins.ts'
import { accountTexts } from '#domain/texts/account.ts'
import { TimeText } from '#web/components/date-text.tsx'
import { useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { HistoryCard } from './history-card.tsx'
import { signInsQuery } from './history-queries.ts'

const texts = accountTexts.signIns

/** "View History": the user's sign-ins and refused attempts (docs/specification.md B2.6). */
export function SignInHistory({ userId }: { userId: string }) {
  const [isOpen, setOpen] = useState(false)
  const query = useInfiniteQuery({ ...signInsQuery(useClinicSlug(), userId), enabled: isOpen })
  const signIns = query.data?.pages.flat() ?? []
  return (
    <HistoryCard
      texts={texts}
      query={query}
      isOpen={isOpen}
      isEmpty={signIns.length === 0}
      onOpen={() => setOpen(true)}
      note={<p className="mt-4 text-form text-muted">{texts.unsure}</p>}
    >
      {signIns.map((signIn) => {
        const Icon = signIn.was_refused ? ShieldAlert : LogIn
        return (
          <li key={signIn.id} className="flex items-start gap-4 py-3">
            <Icon
              aria-hidden
              className={`mt-1 size-5 flex-none ${signIn.was_refused ? 'text-warning' : 'text-muted'}`}
            />
            <div className="min-w-0">
              <p className="font-semibold">{signInSentence(signIn)}</p>
              <p className="text-form break-words text-muted">
                <TimeText value={signIn.at} /> ·{' '}
                {signIn.address
                  ? accountTexts.sessions.address(signIn.address)
                  : accountTexts.sessions.noAddress}
              </p>
            </div>
          </li>
        )
      })}
    </HistoryCard>
  )
}
