import { Link } from 'react-router'
import { twoStepTexts } from '#domain/texts/two-step.ts'
import { levelOnScreen } from '#domain/two-step.ts'
import { Notice } from '../../components/ui/notice.tsx'
import { withClinic } from '../../lib/clinic-address.ts'
import { useSession } from '../../lib/session-context.ts'
import { paths } from '../../paths.ts'

const texts = twoStepTexts.clinic

/** Whether this session has taken the second step, which a clinic's sign-in settings ask of whoever changes them. */
export function useTookSecondStep(): boolean {
  const { session } = useSession()
  return session !== null && levelOnScreen(session.access_token) === 'aal2'
}

/** Tells an admin without it what is missing, and where to set it up. */
export function NeedsOwnSecondStep() {
  return (
    <Notice tone="info">
      {texts.needsOwn}{' '}
      <Link className="link" to={withClinic(`${paths.settingsPassword}#two-step`)}>
        {texts.setUpOwn}
      </Link>
    </Notice>
  )
}
