/** Keeps the place that each client shows, so that people see who else works on the same text. */
import type { Place } from '../../../shared/domain/account.ts';
import { mayReadDocument, requireDocument } from '../projects/layer-access.ts';
import type { Session } from '../session/session.ts';
import { requirePermission } from './permissions.ts';
import { type AuthorizedActor, authorizedActor } from './requester.ts';

interface Here {
  readonly place: Place;
  readonly name: string;
}

export class Presence<Client extends object> {
  readonly #here = new Map<Client, Here>();

  /**
   * Moves a client to a place; returns the place that it has left. Throws `forbidden` when its person may not read what is
   * there.
   */
  enter(session: Session, client: Client, place: Place): Place | undefined {
    const actor = authorizedActor(session);
    if (place.kind === 'record') requirePermission(actor, 'docs.get');
    else requireDocument(session, place.id);
    const left = this.leave(client);
    this.#here.set(client, { place, name: actor.name });
    return left;
  }

  /** Returns the place that the client has left, if it was anywhere. */
  leave(client: Client): Place | undefined {
    const place = this.#here.get(client)?.place;
    this.#here.delete(client);
    return place;
  }

  /** Returns the clients that show a document of a project which is no longer their person's. */
  strangers(session: Session, personOf: (client: Client) => AuthorizedActor | null | undefined): Client[] {
    return [...this.#here].flatMap(([client, { place }]) => {
      const person = personOf(client);
      const mayStay = place.kind === 'record' || !person || mayReadDocument(session, place.id, person);
      return mayStay ? [] : [client];
    });
  }

  /** Returns the clients at a place, each with the names of the others there. */
  at(place: Place): [Client, string[]][] {
    const found = [...this.#here].filter(([, here]) => same(here.place, place));
    return found.map(([client, { name }]) => {
      const others = found.map(([, here]) => here.name).filter((other) => other !== name);
      return [client, [...new Set(others)].sort()];
    });
  }
}

const same = (a: Place, b: Place): boolean => a.kind === b.kind && a.id === b.id;
