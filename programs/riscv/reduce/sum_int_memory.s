# Sum of integers of 4000 elements: the result so far in memory
#
# One of eight ways to the same result; after the loops of Computer Systems: A Programmer's
# Perspective, chapter 5. The exit code is 0 when the result is right.
#
#   stallscope run programs/riscv/reduce/sum_int_memory.s -m mips-5 --stats
	.file	"reduce.c"
	.option nopic
	.attribute arch, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0"
	.attribute unaligned_access, 0
	.attribute stack_align, 16
	.text
	.align	1
	.globl	reduce
	.type	reduce, @function
reduce:
	sd	zero,0(a2)
	ble	a1,zero,.L1
	mv	a5,a0
	slli	a1,a1,3
	add	a0,a0,a1
.L3:
	ld	a4,0(a2)
	ld	a3,0(a5)
	add	a4,a4,a3
	sd	a4,0(a2)
	addi	a5,a5,8
	bne	a5,a0,.L3
.L1:
	ret
	.size	reduce, .-reduce
	.align	1
	.globl	main
	.type	main, @function
main:
	addi	sp,sp,-32
	sd	ra,24(sp)
	lla	a4,values
	li	a5,0
	li	a7,10
	li	a6,3
	li	a0,2
	li	t3,7
	li	t1,1
	li	t4,5
	li	a1,4096
	addi	a1,a1,-96
	j	.L7
.L6:
	sd	a3,0(a4)
	addi	a5,a5,1
	addi	a4,a4,8
	beq	a5,a1,.L12
.L7:
	rem	a2,a5,a7
	mv	a3,a0
	beq	a2,a6,.L6
	mv	a3,t1
	bne	a2,t3,.L6
	mv	a3,t4
	j	.L6
.L12:
	addi	a2,sp,8
	li	a1,4096
	addi	a1,a1,-96
	lla	a0,values
	call	reduce
	ld	a0,8(sp)
	li	a5,-4096
	addi	a5,a5,-1904
	add	a0,a0,a5
	snez	a0,a0
	ld	ra,24(sp)
	addi	sp,sp,32
	jr	ra
	.size	main, .-main
	.bss
	.align	3
	.type	values, @object
	.size	values, 32000
values:
	.zero	32000
	.ident	"GCC: (Debian 12.2.0-13) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
