import { type ReactNode, useState } from 'react'
import { Stepper, type StepperProps } from '../ui/stepper.tsx'

export interface TurnsFieldProps extends Omit<StepperProps, 'onOutside'> {
  readonly lead: ReactNode
  /** What to say of a typed number that cannot be had. */
  readonly outside: (asked: number) => string
}

/** A line with a number of turns. A typed one that cannot be had becomes the nearest that can, and is told. */
export function TurnsField({ lead, outside, ...stepper }: TurnsFieldProps) {
  const [asked, setAsked] = useState<number | null>(null)
  return (
    <>
      <div className="wz-line">
        {lead}
        <Stepper {...stepper} onOutside={setAsked} />
      </div>
      {asked === null ? null : (
        <p className="wz-meta" role="status">
          {outside(asked)}
        </p>
      )}
    </>
  )
}
