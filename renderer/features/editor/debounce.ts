/** Runs a function after a pause in calls. */

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
