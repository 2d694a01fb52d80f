/** Who is signed in, and what the role allows. Hiding a button is courtesy: the service refuses all the same. */
import { createContext, type ReactNode, useContext } from 'react'
import { type Me, outranks, type Role } from '../api/people.js'

export const MeContext = createContext<Me | null>(null)

/** @throws outside the gate: nobody is signed in there. */
export function useMe(): Me {
  const me = useContext(MeContext)
  if (me === null) throw new Error('nobody is signed in here')
  return me
}

export function useMay(needed: Role): boolean {
  return outranks(useMe().role, needed)
}

/** Shows its children to whoever may use them. */
export function Only({
  role,
  children,
  otherwise = null,
}: {
  role: Role
  children: ReactNode
  otherwise?: ReactNode
}) {
  return useMay(role) ? children : otherwise
}
