/** Runs a function after a pause in calls, and tells late replies from the latest. */

export interface Debounced {
  /** Starts the pause anew. */
  call(): void;
  /** Runs now if a call is waiting. */
  flush(): void;
  cancel(): void;
}

export function debounce(run: () => void, pauseMs: number): Debounced {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    call() {
      clearTimeout(timer);
      timer = setTimeout(() => {
        timer = undefined;
        run();
      }, pauseMs);
    },
    flush() {
      if (timer === undefined) return;
      cancel();
      run();
    },
    cancel,
  };
}

/** Each `take` makes the tickets before it stale. */
export function createTickets(): { take(): () => boolean } {
  let newest = 0;
  return {
    take() {
      const mine = ++newest;
      return () => mine === newest;
    },
  };
}
