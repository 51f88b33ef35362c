import { levelOnScreen } from '#domain/two-factor/two-factor.ts'
import { useSession } from './session-context.ts'

/** Whether this session has taken the second step, which a clinic's sign-in settings ask of whoever changes them. */
export function useTookSecondStep(): boolean {
  const { session } = useSession()
  return session !== null && levelOnScreen(session.access_token) === 'aal2'
}
