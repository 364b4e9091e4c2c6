"""Stage 3: how good was a screening?"""
