/** The page's content security policy forbids compiling code at run time, which zod would otherwise try. */
import { z } from 'zod';

z.config({ jitless: true });
